import { constants } from "node:os";

export const EXIT_OK = 0;
export const EXIT_FAILURE = 1;
export const EXIT_USAGE = 2;
/** There is no session of that name. Of verbs; `ask` has its own meanings for this number and the next. */
export const EXIT_NO_SESSION = 3;
/** No server could be reached. */
export const EXIT_NO_SERVER = 4;
/** The program reports that the turn failed. */
export const EXIT_TURN_FAILED = 3;
/** Something was not allowed. */
export const EXIT_REFUSED = 4;
export const EXIT_TRUST_NEEDED = 5;
/** The program shows what only a person can answer. */
export const EXIT_PERSON_NEEDED = 6;
/** Only the end of the answer could be seen, or it is not certain to be as it was written. */
export const EXIT_INCOMPLETE = 7;
/** A limit was reached that ends by itself. */
export const EXIT_RATE_LIMIT = 8;
/** A limit was reached that only money, or somebody in charge, can lift. */
export const EXIT_QUOTA = 9;
/** As timeout(1) has it. */
export const EXIT_TIMED_OUT = 124;

/** What a shell reports for a program that a signal ended. */
export const exitCodeOfSignal = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];
