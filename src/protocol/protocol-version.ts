/** Changes with the protocol, not with the server; protocol/CHANGES.md lists them. */
export const PROTOCOL_VERSION = "1.2";
