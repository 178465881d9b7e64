/** Pace of `stream_text` when the action does not say: the contract's values. */
export const DEFAULT_STREAM_CHUNK_CHARS = 64;
export const DEFAULT_STREAM_DELAY_MS = 2;

/** The pieces `stream_text` writes one by one, each of at most `chunkChars` code points. */
export function* streamChunks(text: string, chunkChars = DEFAULT_STREAM_CHUNK_CHARS): Generator<string> {
  let start = 0;
  while (start < text.length) {
    let end = start;
    for (let count = 0; count < chunkChars && end < text.length; count++)
      end += (text.codePointAt(end) as number) > 0xffff ? 2 : 1;
    yield text.slice(start, end);
    start = end;
  }
}
