import { escapeText } from "../base/index.js";
import type { Client } from "../client/index.js";
import { redactedText } from "../disclosure/index.js";
import { CONSOLE_COMMANDS, commandHelp } from "./command-table.js";
import type { LiveNames } from "./completion.js";
import { Evaluator } from "./evaluator.js";
import type { Failure } from "./failure.js";
import { failureOf, placeOf } from "./failure.js";
import { overview } from "./help-overview.js";
import { schemaHelp, unknownMethod } from "./method-help.js";
import { Recording } from "./recording.js";
import { METHODS } from "./schema-nodes.js";
import { ServerConnection } from "./server-connection.js";
import { Tabs, labelOf } from "./tabs.js";

/** What is done with what an entry brings. */
export interface InterpreterView {
  /** A result, a help text, what Lua prints. Resolves when it has been taken. */
  print(text: string): Promise<void>;
  error(text: string): void;
  note(text: string): void;
  /** The current tab, or what there is, may be another now. */
  tabsChanged(): void;
  connected(client: Client): void;
  setNotifications(isOn: boolean): Promise<void>;
  /** Undefined where there is no terminal for it. */
  readonly setPreview?: (isOn: boolean) => void;
  readonly attach?: (client: Client, session: string) => Promise<string>;
}

export type Entered = "unfinished" | "done" | "failed" | "interrupted" | "quit";

/** One entry, which may have many lines; Lua hands no more than that to a method either. */
export const MAX_ENTRY_CHARS = 1_048_576;
/** What is recorded of the answers to one entry. */
const MAX_ANSWER_CHARS = 1_048_576;
/** How long a server may take to tell what there is. */
const REFRESH_MS = 2_000;
const GONE = "the server has gone, and its sessions with it; the next entry reaches or starts one again";

/** A mistake in a command of the console. */
class CommandError extends Error {}

/** What an entry of a console means: Lua, or a command that begins with a colon. */
export class Interpreter implements LiveNames {
  readonly tabs = new Tabs();
  readonly server: ServerConnection;
  readonly #view: InterpreterView;
  readonly #evaluator: Evaluator;
  #recording: Recording | undefined;
  /** What the current entry has brought. */
  #answers: string[] = [];
  #answerChars = 0;
  #printed: Promise<void> = Promise.resolve();

  constructor(connect: () => Promise<Client>, view: InterpreterView) {
    this.#view = view;
    this.server = new ServerConnection(connect, (client) => {
      this.tabs.clear();
      view.connected(client);
    });
    this.#evaluator = new Evaluator(METHODS, {
      print: (text) => this.#print(text),
      note: (text) => view.note(text),
    });
  }

  /** Does what it says. An entry that is not finished does nothing: the next line is to be added to it. */
  async enter(entry: string, signal: AbortSignal): Promise<Entered> {
    if (entry.trim() === "") return "done";
    this.#answers = [];
    this.#answerChars = 0;
    const entered = await this.#entered(entry, signal);
    if (entered !== "unfinished") this.#record(entry);
    await this.#printed;
    return entered;
  }

  /** Looks up what there is in the server, if there is a connection to one. */
  async refresh(): Promise<void> {
    const client = await this.server.present?.catch(() => undefined);
    if (client === undefined) return this.tabs.clear();
    try {
      await this.tabs.refresh(client, AbortSignal.timeout(REFRESH_MS));
    } catch (error) {
      if (!(await this.server.lost(client, error))) return;
      this.tabs.clear();
      this.#view.note(GONE);
    }
  }

  /** For completion. */
  async of(parameter: string): Promise<readonly string[]> {
    await this.refresh();
    if (parameter === "plugin") return this.tabs.plugins;
    const tabs = this.tabs.all.filter(({ kind }) => kind === parameter);
    return tabs.map(({ id, name = id }) => name);
  }

  inLua(path: readonly string[]): Promise<readonly string[]> {
    return this.#evaluator.names(path);
  }

  async close(): Promise<void> {
    this.#recording?.close();
    await Promise.all([this.#evaluator.close(), this.server.close()]);
  }

  async #entered(entry: string, signal: AbortSignal): Promise<Entered> {
    if (entry.length > MAX_ENTRY_CHARS) {
      this.#failed({ message: `an entry may have ${MAX_ENTRY_CHARS} characters, and this one has more` }, "");
      return "failed";
    }
    if (/^\s*:/.test(entry)) return this.#command(entry.trim(), signal);
    const outcome = await this.#evaluator.run(entry, (...asked) => this.#call(...asked), signal);
    switch (outcome.kind) {
      case "done":
        if (outcome.text !== undefined) this.#print(outcome.text);
        return "done";
      case "failed":
        this.#failed(outcome, entry);
        return "failed";
      case "interrupted":
        this.#view.note("interrupted");
        return "interrupted";
      case "unfinished":
        return "unfinished";
    }
  }

  async #call(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    return this.#followed(method, params, () => this.server.requestFromLua(method, params, signal));
  }

  async #followed(method: string, params: unknown, request: () => Promise<unknown>): Promise<unknown> {
    this.tabs.follow(params);
    this.#view.tabsChanged();
    // A loop that prints goes no faster than that can be shown.
    await this.#printed;
    const answer = await request();
    this.tabs.made(method, answer);
    return answer;
  }

  async #command(line: string, signal: AbortSignal): Promise<Entered> {
    const [, name, rest = ""] = /^(:\S*)(?:\s+([^]*))?$/.exec(line) ?? [];
    try {
      if (name === ":quit") return "quit";
      await this.#run(name, rest.trim(), signal);
      return "done";
    } catch (error) {
      if (signal.aborted) {
        this.#view.note("interrupted");
        return "interrupted";
      }
      this.#failed(error instanceof CommandError ? { message: error.message } : failureOf(error), line);
      return "failed";
    }
  }

  async #run(name: string, rest: string, signal: AbortSignal): Promise<void> {
    switch (name) {
      case ":help":
        return this.#print(help(rest));
      case ":rpc":
        return this.#rpc(rest, signal);
      case ":tabs":
        return this.#showTabs(rest, signal);
      case ":attach":
        return this.#attach(rest, signal);
      case ":notifications":
        return this.#view.setNotifications(isOn(name, rest));
      case ":preview":
        if (this.#view.setPreview === undefined) throw new CommandError("there is no terminal to show a preview in");
        return this.#view.setPreview(isOn(name, rest));
      case ":record":
        return this.#recordInto(rest);
      default:
        throw new CommandError(`there is no command ${name}; :help lists those that there are`);
    }
  }

  async #rpc(rest: string, signal: AbortSignal): Promise<void> {
    const [, method, json = "{}"] = /^(\S+)(?:\s+([^]*))?$/.exec(rest) ?? [];
    if (method === undefined) throw new CommandError(`usage: ${CONSOLE_COMMANDS[":rpc"].usage}`);
    const params = parsed(json);
    const answer = await this.#followed(method, params, () => this.server.request(method, params, signal));
    this.#print(JSON.stringify(answer, undefined, 2));
  }

  async #showTabs(word: string, signal: AbortSignal): Promise<void> {
    await this.tabs.refresh(await this.server.client(), signal);
    if (word !== "") {
      const tab = this.tabs.find(word);
      if (tab === undefined)
        throw new CommandError(`there is no session or adapter ${word}; :tabs lists those that there are`);
      this.tabs.select(tab);
      return this.#view.tabsChanged();
    }
    const { all, current } = this.tabs;
    if (all.length === 0) return this.#print('there are none; try: session.create{program="bash"}');
    const lines = all.map((tab, at) => {
      const mark = tab === current ? "*" : " ";
      return `${mark}${at + 1} ${labelOf(tab)}  ${tab.isOver ? "ended" : "running"}  ${tab.what}`;
    });
    this.#print(lines.join("\n"));
  }

  async #attach(word: string, signal: AbortSignal): Promise<void> {
    if (this.#view.attach === undefined) throw new CommandError("there is no terminal to attach");
    const client = await this.server.client();
    await this.tabs.refresh(client, signal);
    const tab = word === "" ? this.tabs.current : this.tabs.find(word);
    if (tab === undefined)
      throw new CommandError(word === "" ? "there is no session to attach" : `there is no session ${word}; see :tabs`);
    if (tab.kind === "adapter")
      throw new CommandError(`${labelOf(tab)} is an adapter, whose input is its plugin's; see :help adapter.send`);
    this.tabs.select(tab);
    this.#view.note(await this.#view.attach(client, labelOf(tab)));
  }

  #recordInto(path: string): void {
    if (path === "") {
      const to = this.#recording;
      return this.#print(
        to === undefined
          ? "nothing is recorded; :record FILE begins"
          : `recording into ${to.path}; :record off ends it`,
      );
    }
    const before = this.#recording;
    if (path === "off") {
      if (before === undefined) throw new CommandError("nothing is recorded; :record FILE begins");
      before.close();
      this.#recording = undefined;
      return this.#view.note(`recorded into ${before.path}`);
    }
    if (before !== undefined) throw new CommandError(`${before.path} is recorded into; :record off ends that`);
    this.#recording = new Recording(path);
    this.#view.note(`recording into ${this.#recording.path}; :record off ends it`);
  }

  /** What concerns the recording itself is no part of it. */
  #record(entry: string): void {
    if (/^\s*:record\b/.test(entry)) return;
    try {
      this.#recording?.write(entry, this.#answers);
    } catch (error) {
      this.#recording = undefined;
      this.#view.note(`recording has ended: ${(error as Error).message}`);
    }
  }

  #print(text: string): void {
    const safe = escapeText(text);
    this.#answered(safe);
    this.#printed = this.#view.print(safe);
  }

  #answered(text: string): void {
    if (this.#recording === undefined) return;
    this.#answerChars += text.length;
    if (this.#answerChars <= MAX_ANSWER_CHARS) this.#answers.push(text);
  }

  #failed(failure: Failure, entry: string): void {
    const text = escapeText(redactedText(failureText(failure, entry)));
    this.#answered(text);
    this.#view.error(text);
  }
}

/** What went wrong, and in which field: pointed at if the entry names it, else named. */
function failureText({ message, method, field, unknown }: Failure, entry: string): string {
  if (unknown !== undefined) return unknownMethod(unknown);
  const head = method === undefined ? message : `${method}: ${message}`;
  if (field === undefined || field === "") return head;
  const place = placeOf(entry, field);
  if (place === undefined) return message.includes(field) ? head : `${head}\n  in ${field}`;
  // What is shown longer than it is would shift the mark.
  const before = escapeText(place.line.slice(0, place.start)).replaceAll("\t", " ");
  return `${head}\n  ${place.line.replaceAll("\t", " ")}\n  ${" ".repeat(before.length)}${"^".repeat(place.length)}`;
}

function help(subject: string): string {
  if (subject === "") return overview();
  const command =
    subject.startsWith(":") && Object.hasOwn(CONSOLE_COMMANDS, subject) ? CONSOLE_COMMANDS[subject] : undefined;
  const text = command === undefined ? schemaHelp(subject) : commandHelp(command);
  if (text === undefined) throw new CommandError(unknownMethod(subject));
  return text;
}

function isOn(command: string, word: string): boolean {
  if (word !== "on" && word !== "off") throw new CommandError(`usage: ${CONSOLE_COMMANDS[command].usage}`);
  return word === "on";
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new CommandError(`the parameters are no JSON: ${(error as Error).message}`);
  }
}
