/** The codes that JSON-RPC itself has. */
const CODES = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_params: -32602,
  internal_error: -32603,
} as const;

export type JsonRpcErrorName = keyof typeof CODES;

/** What an error answer says. */
export interface ErrorAnswer {
  readonly code: number;
  readonly message: string;
  readonly data?: object | undefined;
}

export const jsonRpcError = (name: JsonRpcErrorName, message: string): ErrorAnswer => ({ code: CODES[name], message });
