import { DESCRIPTION, NAME, VERSION } from "../base/index.js";

const EXIT_OK = 0;
const EXIT_USAGE = 2;

const HELP = `${NAME} ${VERSION}
${DESCRIPTION}

Usage:
  ptywright --help       show this help
  ptywright --version    show the version

Everything else is done from code so far:

  import { Matcher, Session } from "ptywright";

  const session = await Session.spawn({ program: "python3" });
  await session.waitFor(Matcher.containsText(">>> "));
  await session.close();
`;

/** Runs the command line and returns its exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const [first] = args;
  if (first === "run") {
    const { run } = await import("./run/index.js");
    const at = args.indexOf("--");
    const [program = "", ...rest] = args.slice(at + 1);
    const option = (name: string): number | undefined => {
      const index = args.slice(0, at).indexOf(name);
      return index === -1 ? undefined : Number(args[index + 1]);
    };
    try {
      return await run({ program, args: rest, rows: option("--rows"), cols: option("--cols") });
    } catch (error) {
      process.stderr.write(`ptywright: ${(error as Error).message}\n`);
      return 1;
    }
  }
  switch (first) {
    case undefined:
    case "--help":
    case "-h":
      process.stdout.write(HELP);
      return EXIT_OK;
    case "--version":
    case "-V":
      process.stdout.write(`${NAME} ${VERSION}\n`);
      return EXIT_OK;
    default: {
      const what = first.startsWith("-") ? "option" : "command";
      process.stderr.write(`${NAME}: unknown ${what} ${JSON.stringify(first)}; see ${NAME} --help\n`);
      return EXIT_USAGE;
    }
  }
}
