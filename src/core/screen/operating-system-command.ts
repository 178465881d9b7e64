import { directoryOf } from "./announced.js";
import { markPrompt } from "./prompt-marks.js";
import type { SequenceContext } from "./sequence-context.js";
import { directoryInProperty } from "./shell-marks.js";

const MAX_LINK_CHARS = 2_083;
const MAX_LINK_ID_CHARS = 256;
/** iTerm2's way to say what OSC 7 says. */
const CURRENT_DIRECTORY = "CurrentDir=";
const decoder = new TextDecoder();
/** Controls in a title would act on whoever prints it. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

/** OSC: titles, hyperlinks and colours. Everything else (clipboard, notifications) has no effect. */
export function runOperatingSystemCommand(context: SequenceContext, payload: Uint8Array, endedByBell: boolean): void {
  const text = decoder.decode(payload);
  const separator = text.indexOf(";");
  const command = separator < 0 ? text : text.slice(0, separator);
  const argument = separator < 0 ? "" : text.slice(separator + 1);
  switch (command) {
    case "0":
    case "2":
      context.state.title = argument.replace(CONTROLS, "");
      context.state.titleCount++;
      if (command === "0") context.state.announced.iconTitle = context.state.title;
      return;
    case "1":
      context.state.announced.iconTitle = argument.replace(CONTROLS, "");
      return;
    case "7":
      return setDirectory(context, directoryOf(argument));
    case "9":
      return runConEmuCommand(context, argument);
    case "133":
    case "633":
      return takeShellMark(context, text);
    case "1337":
      if (argument.startsWith(CURRENT_DIRECTORY)) setDirectory(context, argument.slice(CURRENT_DIRECTORY.length));
      return;
    case "8":
      return setHyperlink(context, argument);
  }
  const end = endedByBell ? "\x07" : "\x1b\\";
  const run = (): void => {
    if (/^\d{1,3}$/.test(command))
      context.state.palette.run(Number(command), argument, (answer) => context.reply(`\x1b]${answer}${end}`));
  };
  if (argument === "?" || argument.endsWith(";?"))
    context.questions.ask(run, () => `OSC ${/^\d{1,5}$/.exec(command)?.[0] ?? ""};?`);
  else run();
}

function takeShellMark(context: SequenceContext, content: string): void {
  const mark = context.state.announced.marks.read(content);
  if (mark !== undefined) markPrompt(context.state, mark);
  const directory = directoryInProperty(content);
  if (directory !== undefined) setDirectory(context, directory);
}

/** Of what ConEmu has behind OSC 9: its progress, and its directory. Without a number it is a notification. */
function runConEmuCommand(context: SequenceContext, argument: string): void {
  if (/^4(?:;|$)/.test(argument)) context.state.announced.setProgress(argument.slice(2));
  if (argument.startsWith("9;")) setDirectory(context, argument.slice(2).replaceAll('"', ""));
}

function setDirectory({ state }: SequenceContext, directory: string | undefined): void {
  state.announced.workingDirectory = directory?.replace(CONTROLS, "") || undefined;
}

/** `8;params;uri`; an empty URI ends the link. */
function setHyperlink({ state }: SequenceContext, argument: string): void {
  const separator = argument.indexOf(";");
  const uri = argument.slice(separator + 1).replace(CONTROLS, "");
  const id = /(?:^|:)id=([^:]*)/.exec(argument.slice(0, Math.max(0, separator)))?.[1].replace(CONTROLS, "") ?? "";
  if (uri.length <= MAX_LINK_CHARS) state.pen.setHyperlink(uri, id.slice(0, MAX_LINK_ID_CHARS));
  else state.pen.setHyperlink("", "");
  state.penChanged();
}
