export type { MatchOutcome } from "../../protocol/index.js";
