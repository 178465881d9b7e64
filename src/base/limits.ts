/**
 * Every bound of the product, with its reason. Nothing here may be raised by a child or a remote client.
 */

/** Rows and columns of a terminal; a screen of 1000x1000 cells is about 12 MB, more serves nobody. */
export const MAX_TERMINAL_SIDE = 1000;
export const DEFAULT_ROWS = 24;
export const DEFAULT_COLS = 80;

/** Characters of output kept in memory for `transcript()`. */
export const DEFAULT_TRANSCRIPT_CHARS = 131_072;
/** More belongs into a raw transcript file. */
export const MAX_TRANSCRIPT_CHARS = 67_108_864;
/** What transcript matchers look at, and what a wait returns as its tail. */
export const TRANSCRIPT_TAIL_CHARS = 16_384;
/** Labels in one transcript's marker table. */
export const MAX_TRANSCRIPT_MARKERS = 64;

/** Bytes that may wait for a child that does not read its terminal. */
export const MAX_PENDING_INPUT_BYTES = 1_048_576;
/** Calls that may wait with them: a key is a byte to the child, but a promise to us. */
export const MAX_PENDING_INPUTS = 16_384;

/** A prompt on the command line; it is typed or pasted, and what is longer belongs into a file. */
export const MAX_PROMPT_BYTES = 262_144;

/** Regex source; longer patterns are programs, not patterns. */
export const MAX_REGEX_CHARS = 4_096;
/** A regex on a longer screen is searched in another thread: the worst patterns take a millisecond for some 2,000 characters. */
export const MAX_CHARS_SEARCHED_AT_ONCE = 32_768;

export const DEFAULT_WAIT_TIMEOUT_MS = 30_000;
/** A turn of an agent takes longer than a line of a shell. */
export const DEFAULT_TURN_TIMEOUT_MS = 120_000;
/** A day; also below the 2^31 ms at which Node's timers overflow. */
export const MAX_WAIT_TIMEOUT_MS = 86_400_000;

/** Messages that one connection has sent and nobody has begun to handle; more are not read until these are done. */
export const MAX_UNBEGUN_MESSAGES = 256;
/** Waits and inputs that one connection may leave unanswered. */
export const MAX_REQUESTS_IN_FLIGHT = 1_024;
/** Requests in one batch. */
export const MAX_BATCH_REQUESTS = 100;
/** How long the rest of a message may take on a socket; a client that says half a word holds memory. */
export const PARTIAL_FRAME_MS = 30_000;
export const MAX_CONNECTIONS = 256;
/** Bytes of answers that a client has not read; then it is taken for dead. */
export const MAX_UNREAD_OUTPUT_BYTES = 16_777_216;
export const MAX_SESSIONS = 1_024;
/** Each has a thread of some 10 MB beside its session. */
export const MAX_ADAPTERS = 256;
/** Their files are kept. */
export const MAX_LOADED_PLUGINS = 256;
/** Events of an adapter that are kept for a client that reads slowly, and their characters as JSON. */
export const MAX_EVENTS_KEPT = 1_024;
export const MAX_EVENT_CHARS_KEPT = 1_048_576;
/** One JSON-RPC message; a full screen with all its cells is far below, and a client must not make us hold more. */
export const MAX_MESSAGE_BYTES = 16_777_216;
/** The header block before a Content-Length frame; real ones have some 20 bytes. */
export const MAX_HEADER_BYTES = 8_192;

/** What one call into a plugin may take; a classify pass needs some 10,000 instructions and a millisecond. */
export const PLUGIN_INSTRUCTIONS = 5_000_000;
export const PLUGIN_CALL_MS = 5_000;
export const PLUGIN_MEMORY_BYTES = 67_108_864;
/** What a call may answer with: the main thread has to take it over in one go. */
export const MAX_PLUGIN_RESULT_BYTES = 1_048_576;
export const MAX_PLUGIN_RESULT_VALUES = 16_384;
/** How deep a value handed to or by a plugin may be nested; also what ends one that holds itself. */
export const MAX_PLUGIN_VALUE_DEPTH = 64;
/** One file of a plugin, and how many it may have: they are kept, so that a restart runs the same code. */
export const MAX_PLUGIN_FILE_BYTES = 1_048_576;
export const MAX_PLUGIN_FILES = 64;
/** A WebAssembly module, which brings its own runtime library. */
export const MAX_PLUGIN_MODULE_BYTES = 16_777_216;
/** What it may have beside its memory; the engine makes objects of them, and a heap that they fill ends the process. */
export const MAX_PLUGIN_MODULE_TYPES = 10_000;
export const MAX_PLUGIN_MODULE_FUNCTIONS = 50_000;
export const MAX_PLUGIN_MODULE_EXPORTS = 1_000;
export const MAX_PLUGIN_ELEMENT_BYTES = 65_536;
export const MAX_PLUGIN_TABLES = 8;
export const MAX_PLUGIN_TABLE_ENTRIES = 10_000;
/** A plugin that had to be killed is started again, but not for ever. */
export const MAX_PLUGIN_RESTARTS = 5;
export const PLUGIN_RESTART_WINDOW_MS = 60_000;
/** Calls that may wait for a plugin that is busy with another. */
export const MAX_PLUGIN_CALLS_WAITING = 1_024;
/** Threads that answer predicates, one for each session and plugin it asks; each takes some 10 MB. */
export const MAX_PREDICATE_INSTANCES = 64;
/** Log lines in one call, and the length of one; the rest is counted and dropped. */
export const MAX_PLUGIN_LOG_LINES = 100;
export const MAX_PLUGIN_LOG_CHARS = 4_096;
/** What one plugin may write to the log in a minute: it looks as often as its program changes. */
export const MAX_PLUGIN_LOG_CHARS_A_MINUTE = 524_288;
