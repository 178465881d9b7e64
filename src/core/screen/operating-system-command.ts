import { colorReport } from "./reports.js";
import type { SequenceContext } from "./sequence-context.js";

const MAX_LINK_CHARS = 2_083;
const decoder = new TextDecoder();
/** Controls in a title would act on whoever prints it. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

/** OSC: titles, hyperlinks and colour questions. Everything else (clipboard, palette, notifications) has no effect. */
export function runOperatingSystemCommand(context: SequenceContext, payload: Uint8Array, endedByBell: boolean): void {
  const text = decoder.decode(payload);
  const separator = text.indexOf(";");
  const command = separator < 0 ? text : text.slice(0, separator);
  const argument = separator < 0 ? "" : text.slice(separator + 1);
  switch (command) {
    case "0":
    case "2":
      context.state.title = argument.replace(CONTROLS, "");
      return;
    case "8":
      return setHyperlink(context, argument);
    case "10":
    case "11":
    case "12": {
      const answer = colorReport(Number(command), argument, endedByBell ? "\x07" : "\x1b\\");
      if (answer !== undefined) context.reply(answer);
    }
  }
}

/** `8;params;uri`; an empty URI ends the link. */
function setHyperlink({ state }: SequenceContext, argument: string): void {
  const uri = argument.slice(argument.indexOf(";") + 1).replace(CONTROLS, "");
  state.pen.hyperlink = uri.length <= MAX_LINK_CHARS ? uri : "";
  state.penChanged();
}
