/**
 * transcript: what a program has printed. Bounded text in memory with markers, decoded from UTF-8 as it arrives, and the
 * optional raw file with the very bytes.
 * Should avoid: redaction, terminal parsing, work per byte: `append` runs for every batch of a flood.
 */
export * from "./raw-transcript-file.js";
export * from "./transcript.js";
