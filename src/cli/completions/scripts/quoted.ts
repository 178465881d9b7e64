/** A word for bash and zsh that stands for exactly this text. */
export function posixQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The same for Elvish and PowerShell: all but the quote itself is literal, and that is doubled. */
export function doublingQuoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
