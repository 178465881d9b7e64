export const EXIT_OK = 0;
export const EXIT_FAILURE = 1;
export const EXIT_USAGE = 2;
/** What a shell reports for a program that signal n ended is this much above n. */
export const EXIT_SIGNAL_BASE = 128;
