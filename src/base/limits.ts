/**
 * Every bound of the product, with its reason. Nothing here may be raised by a child or a remote client.
 */

/** Rows and columns of a terminal; a screen of 1000x1000 cells is about 12 MB, more serves nobody. */
export const MAX_TERMINAL_SIDE = 1000;
export const DEFAULT_ROWS = 24;
export const DEFAULT_COLS = 80;

/** Rows kept that left at the top of the screen; what they take is bounded too, 32 MB being 10,000 rows of 200 coloured cells. */
export const DEFAULT_SCROLLBACK_ROWS = 10_000;
export const MAX_SCROLLBACK_ROWS = 50_000;
export const MAX_SCROLLBACK_BYTES = 33_554_432;
/** Of one answer: rows, their characters, and rows found. */
export const MAX_SCROLLBACK_LINES = 1_000;
export const MAX_SCROLLBACK_LINE_CHARS = 8_192;
export const MAX_SCROLLBACK_FOUND = 100;

/** Characters of output kept in memory for `transcript()`. */
export const DEFAULT_TRANSCRIPT_CHARS = 131_072;
/** More belongs into a raw transcript file. */
export const MAX_TRANSCRIPT_CHARS = 16_777_216;
/** What transcript matchers look at, and what a wait returns as its tail. */
export const TRANSCRIPT_TAIL_CHARS = 16_384;
/** How long a program may draw a frame (mode 2026) while the one before is seen; as long as other terminals wait. */
export const FRAME_LIMIT_MS = 1_000;
/** Labels in one transcript's marker table. */
export const MAX_TRANSCRIPT_MARKERS = 64;

/** Changes of a session of which it is kept how much had been written by then, so that a wait can count from them. */
export const MAX_CHANGES_KEPT = 1_024;

/** Bytes that may wait for a child that does not read its terminal. */
export const MAX_PENDING_INPUT_BYTES = 1_048_576;
/** Calls that may wait with them: a key is a byte to the child, but a promise to us. */
export const MAX_PENDING_INPUTS = 16_384;

/** How long somebody may have the input of a session for themselves, unless they ask again. */
export const DEFAULT_LEASE_MS = 5_000;
export const MAX_LEASE_MS = 600_000;
/** Things done to a session that are kept, and told in one answer. */
export const MAX_INPUTS_TOLD = 256;

/** Text of one action; a message of a client has room for a quarter of it. */
export const MAX_INPUT_CHARS = 67_108_864;
/** Of the name of a session. */
export const MAX_SESSION_NAME_CHARS = 64;
/** Ids and names that clients choose: they are kept, listed and logged. */
export const MAX_NAME_CHARS = 1_024;
/** As long as Linux lets a path be. */
export const MAX_PATH_CHARS = 4_096;
/** One argument or variable, as long as Linux lets it be, and how many; all of them together the system limits. */
export const MAX_ARGUMENT_CHARS = 131_072;
export const MAX_ARGUMENTS = 4_096;
/** Arguments and variables together; Linux takes no more than this, however large its stacks are. */
export const MAX_ALL_ARGUMENT_CHARS = 6_291_456;
/** A text that is waited for: the output is looked at in pieces of this length, and no screen says more at once. */
export const MAX_AWAITED_CHARS = 8_192;
/** How long the output waits for the answer of a predicate that has not seen all of it; it misses what comes after that. */
export const MAX_PREDICATE_HOLD_MS = 1_000;
/** Patterns of one `expect`. */
export const MAX_EXPECT_PATTERNS = 64;
/** Of output that no `expect` has read, as much at most is read by the next one: more would hold up everybody. */
export const MAX_EXPECT_BACKLOG_CHARS = 1_048_576;
/** What `expect` keeps of the output that came before a match; a shell's `run` keeps more. */
export const MAX_EXPECT_CHARS = 32_768;
/** A command that a shell runs; what is longer belongs into a file. */
export const MAX_COMMAND_CHARS = 131_072;
/** What the result of a command keeps of its output, from the end. */
export const MAX_RUN_OUTPUT_CHARS = 262_144;
/** A secret that a caller names, and what stands in its place. */
export const MAX_LITERAL_CHARS = 1_024;
export const MAX_REPLACEMENT_CHARS = 256;
/** Texts in the parameters that a client hands to a plugin. */
export const MAX_PARAMS_CHARS = 1_048_576;

/** A prompt on the command line; it is typed or pasted, and what is longer belongs into a file. */
export const MAX_PROMPT_BYTES = 262_144;

/** Regex source; longer patterns are programs, not patterns. */
export const MAX_REGEX_CHARS = 4_096;
/** Steps per character of all patterns in one matcher or policy; a character of a pattern is a step, a repetition as many as it allows. */
export const MAX_PATTERN_STEPS = 8_192;
/** Ranges in the classes of all these patterns; compiling them takes some 0.4 us each. */
export const MAX_PATTERN_RANGES = 65_536;
/** Steps times characters that a matcher may take at once; what is dearer is searched in a thread. The worst take 0.1 to 0.3 us each. */
export const MAX_STEPS_AT_ONCE = 131_072;

/** Places on a screen that are looked at for one text or pattern; more than a screen of 24x80 has cells. */
export const MAX_FOUND_PLACES = 2_000;
/** Runs of cells of one style that are looked at; a picture has more, and nobody looks for a style in one. */
export const MAX_STYLE_RUNS = 20_000;
/** Matchers of a style in one matcher: each looks at all those places. */
export const MAX_STYLE_MATCHERS = 16;
/** Cells of all regions in one matcher: as many as the largest screen has, which takes some 30 ms to read at worst. */
export const MAX_REGION_CELLS = 1_000_000;

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
/** The same for all clients together: when they are many, each has an equal part of it. */
export const MAX_ALL_UNREAD_OUTPUT_BYTES = 67_108_864;
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
/** A longer one is parsed in a thread, and its client waits for its turn before it may send the rest. */
export const LARGE_MESSAGE_BYTES = 262_144;
/** Clients that may send a large one at a time: what all connections hold of them stays below this many times the limit. */
export const MAX_LARGE_MESSAGES = 4;
/** What one may hold; real ones have some dozens of values, a list of 256 actions some thousands. */
export const MAX_MESSAGE_VALUES = 65_536;
export const MAX_MESSAGE_DEPTH = 128;
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
/** Parameters, or results, of one function. */
export const MAX_PLUGIN_TYPE_VALUES = 64;
export const MAX_PLUGIN_MODULE_FUNCTIONS = 50_000;
export const MAX_PLUGIN_MODULE_EXPORTS = 1_000;
export const MAX_PLUGIN_MODULE_GLOBALS = 10_000;
export const MAX_PLUGIN_ELEMENT_BYTES = 65_536;
export const MAX_PLUGIN_TABLES = 8;
export const MAX_PLUGIN_TABLE_ENTRIES = 10_000;
/** One function of it, and what compiling it may cost: see function-price.ts, which counts that. A unit is about 80 bytes of memory. */
export const MAX_PLUGIN_FUNCTION_BYTES = 131_072;
export const MAX_PLUGIN_FUNCTION_LOCALS = 4_096;
export const MAX_PLUGIN_FUNCTION_NESTING = 1_024;
export const MAX_PLUGIN_FUNCTION_PRICE = 1_048_576;
export const MAX_PLUGIN_MODULE_PRICE = 16_777_216;
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

/** What a program tells beside its screen: signals kept for its plugin, their characters together, and those of one text. */
export const MAX_SIGNALS_KEPT = 64;
export const MAX_SIGNAL_CHARS_KEPT = 65_536;
export const MAX_SIGNAL_TEXT_CHARS = 4_096;
/** One file that it leaves, and what is read of them in one go: any process of the user can write there, as fast as it likes. */
export const MAX_SIGNAL_FILE_BYTES = 262_144;
export const MAX_SIGNAL_FILES_AT_ONCE = 64;
/** Between two of them. */
export const SIGNAL_PAUSE_MS = 25;
/** The end of a program's own record that is read, and what of it is kept for its plugin: more is more than a plugin may answer with. */
export const MAX_RECORD_BYTES = 4_194_304;
export const MAX_RECORD_LINE_BYTES = 1_048_576;
export const MAX_RECORD_ENTRIES = 1_000;
export const MAX_RECORD_CHARS = 524_288;
/** Seconds that a server may be without sessions and clients: a week. */
export const MAX_IDLE_TIMEOUT_S = 604_800;
