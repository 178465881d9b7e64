/** Whether a stream is a terminal that shows colours, and its user wants them (https://no-color.org). */
export function hasColors(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb";
}
