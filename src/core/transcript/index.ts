/**
 * transcript: what a program has printed. Bounded text in memory with markers, decoded from UTF-8 as it arrives, and the
 * optional raw file with the very bytes; and what of it is plain text.
 * Must not know: redaction, screens. No work per byte: `append` runs for every batch of a flood.
 */
export * from "./escape-stripper.js";
export * from "./raw-transcript-file.js";
export * from "./transcript.js";
