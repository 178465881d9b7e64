import { NAME } from "../../base/index.js";

/** What happened, with what a person can do about it in place of what a programmer can. */
const advised = (message: string, advice: string): string => `${message.split("; ")[0]}; ${advice}`;

export const noSession = (message: string): string => advised(message, `${NAME} ls has those that do`);

export const noServer = (message: string): string =>
  advised(message, `start a program in a server of its own with: ${NAME} new -- CMD`);
