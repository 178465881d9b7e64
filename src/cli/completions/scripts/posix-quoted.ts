/** A word for bash and zsh that stands for exactly this text. */
export function posixQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
