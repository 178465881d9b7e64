/** The shells there is a completion script for. */
export const SHELLS = ["bash", "zsh", "fish", "elvish", "powershell"] as const;

export type Shell = (typeof SHELLS)[number];
