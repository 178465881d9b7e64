/**
 * signals: what a program tells its plugin beside its screen. Where can it leave it, what of it is believed to be well formed, how much is
 * kept, and what stands in the record that the program itself keeps?
 * Must not know: sessions, screens, what a signal means. Whatever comes in was written by anybody of the same user.
 */
export { SideChannel } from "./side-channel.js";
export type { ProgramRecord, SideFacts, Signal, SignalValue } from "./side-facts.js";
