/**
 * locator: a place on a screen that is looked up anew each time: found, waited for, read, clicked. Written once over what every session can do,
 * in this process or in a server.
 * Must not know: how any of it is done.
 */
export type { LocatorHost, WantedAbove } from "./locator-host.js";
export { foundOutcome } from "./locator-host.js";
export { Locators } from "./locators.js";
export { waitForCondition } from "./wait-for-condition.js";
