/** Longer ones of the operating system's commands are no marks of a shell, and nobody else listens. */
const MAX_COMMAND_CHARS = 4_096;

/** Everything that is not plain text, a tab or a line end. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
const CANCEL = 0x18;
const SUBSTITUTE = 0x1a;
const ESCAPE = 0x1b;
const BELL = 0x07;

/** Vertical tabs and form feeds, which terminals take for line feeds: what they part does not belong together. */
const isLineEnd = (code: number): boolean => code === 0x0b || code === 0x0c;

/** Where in a sequence the text has been cut. */
enum At {
  Text,
  Escape,
  /** Behind the intermediate bytes of an escape sequence. */
  Intermediate,
  /** In a control sequence. */
  Control,
  /** In an operating system command, which the bell ends as well. */
  Command,
  /** In a string of any other kind. */
  String,
  /** An escape in one of the two, which ends it. */
  CommandEscape,
  StringEscape,
}

/** What the byte behind an escape begins. */
const BEHIND_ESCAPE: ReadonlyMap<string, At> = new Map([
  ["[", At.Control],
  ["]", At.Command],
  ["P", At.String],
  ["X", At.String],
  ["^", At.String],
  ["_", At.String],
]);

/** Takes the parts of an output, in order. */
export interface PlainSink {
  text(text: string): void;
  /** The content of an operating system command (OSC). */
  command?(content: string): void;
}

/**
 * Takes escape sequences and control characters out of an output that comes in pieces, wherever it is cut: left are text, tabs and line
 * ends. It follows what terminals do, so that what they would swallow is swallowed here too.
 */
export class EscapeStripper {
  #at = At.Text;
  #command = "";

  /** Hands on what there is in a piece of output. */
  feed(piece: string, sink: PlainSink): void {
    let from = 0;
    while (from < piece.length)
      from = this.#at === At.Text ? this.#text(piece, from, sink) : this.#sequence(piece, from, sink);
  }

  /** The text in a piece of output. */
  strip(piece: string): string {
    let plain = "";
    this.feed(piece, { text: (text) => (plain += text) });
    return plain;
  }

  #text(piece: string, from: number, sink: PlainSink): number {
    CONTROL.lastIndex = from;
    const end = CONTROL.exec(piece)?.index ?? piece.length;
    if (end > from) sink.text(piece.slice(from, end));
    if (end === piece.length) return end;
    const code = piece.charCodeAt(end);
    if (code === ESCAPE) this.#at = At.Escape;
    else if (isLineEnd(code)) sink.text("\n");
    return end + 1;
  }

  #begin(at: At): void {
    this.#at = at;
    this.#command = "";
  }

  #sequence(piece: string, from: number, sink: PlainSink): number {
    if (this.#at === At.Command || this.#at === At.String) return this.#string(piece, from, sink);
    const code = piece.charCodeAt(from);
    if (this.#at === At.CommandEscape || this.#at === At.StringEscape) return this.#stringEnd(piece, from, sink);
    if (code === ESCAPE) this.#begin(At.Escape);
    else if (code === CANCEL || code === SUBSTITUTE) this.#begin(At.Text);
    // Line ends take effect in the middle of a sequence.
    else if (code < 0x20) sink.text(isLineEnd(code) ? "\n" : code >= 0x09 && code <= 0x0d ? piece[from] : "");
    else if (this.#at === At.Escape) this.#behindEscape(piece[from], code);
    else if (this.#at === At.Intermediate) this.#begin(code >= 0x30 ? At.Text : At.Intermediate);
    else if (code >= 0x40) this.#begin(At.Text);
    return from + 1;
  }

  #behindEscape(character: string, code: number): void {
    this.#begin(BEHIND_ESCAPE.get(character) ?? (code <= 0x2f ? At.Intermediate : At.Text));
  }

  #string(piece: string, from: number, sink: PlainSink): number {
    const isCommand = this.#at === At.Command;
    let end = from;
    for (; end < piece.length; end++) {
      const code = piece.charCodeAt(end);
      if (code === ESCAPE || code === CANCEL || code === SUBSTITUTE || (code === BELL && isCommand)) break;
    }
    if (isCommand && this.#command.length <= MAX_COMMAND_CHARS) this.#command += piece.slice(from, end);
    if (end === piece.length) return end;
    const code = piece.charCodeAt(end);
    if (code === ESCAPE) this.#at = isCommand ? At.CommandEscape : At.StringEscape;
    else this.#endString(code === BELL, sink);
    return end + 1;
  }

  /** An escape ends a string; only with a backslash behind it is it whole, else it begins another sequence. */
  #stringEnd(piece: string, from: number, sink: PlainSink): number {
    const isWhole = piece[from] === "\\";
    this.#endString(isWhole && this.#at === At.CommandEscape, sink);
    if (isWhole) return from + 1;
    this.#at = At.Escape;
    return from;
  }

  #endString(isCommand: boolean, sink: PlainSink): void {
    const content = this.#command;
    this.#begin(At.Text);
    if (isCommand && content.length <= MAX_COMMAND_CHARS) sink.command?.(content);
  }
}
