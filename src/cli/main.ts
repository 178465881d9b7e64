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
export function main(args: readonly string[]): number {
  const [first] = args;
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
