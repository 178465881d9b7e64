import { NAME, VERSION, escapeControls } from "../../base/index.js";

/** What happened, with what a person can do about it in place of what a programmer can. */
const advised = (message: string, advice: string): string => `${message.split("; ")[0]}; ${advice}`;

export const noSession = (message: string): string => advised(message, `${NAME} ls has those that do`);

export const noServer = (message: string): string =>
  advised(message, `start a program in a server of its own with: ${NAME} new -- CMD`);

export const silentServer = (path: string): string =>
  `the server at ${escapeControls(path)} does not answer; is it stopped? its log: ${NAME} logs`;

export const otherVersion = (path: string, version: string, so = ""): string =>
  `the server at ${escapeControls(path)} is ${NAME} ${escapeControls(version)}, and this is ${VERSION}${so}; to change to this version, end it and its sessions with: ${NAME} server stop`;

export const lostServer = (message: string): string => `${message.split(". ")[0]}; its sessions end with it`;

/** Advice of the library, and what it is here. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/Action\.markTranscript\([^)]*\)/, `${NAME} mark SESSION LABEL`],
  [/KEYS lists them/, "see the table of keys in the documents"],
  [/^run needs.*$/s, `exec needs a session of bash, zsh or fish that ${NAME} new started, without --plain`],
  [/wait until the snapshot's mouseTracking says so/, "wait until it does"],
];

export const forShell = (message: string): string =>
  ADVICE.reduce((text, [advice, here]) => text.replace(advice, here), message);
