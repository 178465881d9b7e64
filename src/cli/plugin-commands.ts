import { command, type Command } from "./command.js";
import { file, flag, text, texts, wholeNumber } from "./option.js";

const GROUP = "Begin, check, test and list plugins, and capture screens for them";

/** For those who write plugins. What runs a plugin is imported when a command starts. */
export const PLUGIN_COMMANDS: readonly Command[] = [
  command({
    name: "plugin check",
    summary: "Check a plugin's manifest and code, and tell what it knows",
    group: GROUP,
    usage: "MANIFEST",
    options: {},
    positional: {
      name: "MANIFEST",
      help: "its manifest.toml or manifest.json; the code lies beside it",
      missing: "no manifest given; expected ptywright plugin check MANIFEST",
      isFile: true,
    },
    examples: ["ptywright plugin check greeter/manifest.toml"],
    start: async (_, [manifest]) => {
      const { checkPlugin } = await import("./plugin/index.js");
      return checkPlugin(manifest);
    },
  }),
  command({
    name: "plugin new",
    summary: "Write a plugin that works, to go on from",
    group: GROUP,
    usage: "NAME [--dir DIR]",
    options: { dir: file("DIR", "where to write it (default: a folder of its name)") },
    positional: {
      name: "NAME",
      help: "what it will be called: lower-case letters, digits and dashes",
      missing: "no name given; expected ptywright plugin new NAME",
    },
    examples: ["ptywright plugin new greeter", "ptywright plugin new greeter --dir plugins/greeter"],
    start: async ({ dir }, [name]) => {
      const { newPlugin } = await import("./plugin/index.js");
      return newPlugin(name, dir);
    },
  }),
  command({
    name: "plugin test",
    summary: "Compare what a plugin makes of the screens in its fixtures",
    group: GROUP,
    usage: "DIR [--update]",
    options: { update: flag("where it differs, or nothing was expected yet, write what was seen") },
    positional: {
      name: "DIR",
      help: "the plugin's folder, with fixtures/NAME.txt or NAME.ansi and fixtures/NAME.expected.json",
      missing: "no folder given; expected ptywright plugin test DIR",
      isFile: true,
    },
    examples: ["ptywright plugin test greeter", "ptywright plugin test greeter --update"],
    start: async ({ update }, [dir]) => {
      const { testPlugin } = await import("./plugin/index.js");
      return testPlugin(dir, { update });
    },
  }),
  command({
    name: "plugin capture",
    summary: "Keep what an adapter's program shows as a fixture",
    group: GROUP,
    usage: "ADAPTER --name NAME [--send INTENT]... [--until STATE] [--socket PATH] [--dir DIR] [-- ARGS...]",
    options: {
      name: text("NAME", "what the fixture is called"),
      send: texts("INTENT", 'an intent to carry out first, with parameters as JSON: \'run {"command":"ls"}\''),
      until: text("STATE", "wait until the plugin finds this state (default: until the screen is still)"),
      still: wholeNumber("milliseconds that count as still (default 1000)", { min: 1, max: 60_000, fallback: 1_000 }),
      timeout: wholeNumber("seconds to wait for each (default 30)", { min: 1, max: 3_600, fallback: 30 }),
      rows: wholeNumber("rows of its screen (default: the plugin's)", { min: 1, max: 1_000, fallback: undefined }),
      cols: wholeNumber("columns of its screen (default: the plugin's)", { min: 1, max: 1_000, fallback: undefined }),
      socket: file("PATH", "capture a live adapter of the server on this socket; ADAPTER is its id"),
      plugin: file("MANIFEST", "the plugin of that adapter, unless it is built in"),
      dir: file("DIR", "where to write (default: fixtures in the plugin's folder, or here for one that is built in)"),
      overwrite: flag("replace a fixture of that name"),
    },
    positional: {
      name: "ADAPTER",
      help: "a plugin's name, folder or manifest; with --socket the id of a live adapter, such as e1",
      missing: "no adapter given; expected ptywright plugin capture ADAPTER --name NAME",
      isFile: true,
      most: Infinity,
    },
    examples: [
      "ptywright plugin capture greeter --name start",
      `ptywright plugin capture shell --name listed --send 'run {"command":"ls"}' --until finished`,
      "ptywright plugin capture e1 --socket ~/.ptywright/socket --name odd",
    ],
    start: async ({ send, still, timeout, ...options }, [adapter, ...args]) => {
      const { capturePlugin, intentStep } = await import("./plugin/index.js");
      const steps = send.map(intentStep);
      return capturePlugin(adapter, { ...options, steps, stillMs: still, timeoutMs: timeout * 1_000, args });
    },
  }),
  command({
    name: "plugin list",
    summary: "List the plugins that come with ptywright",
    group: GROUP,
    usage: "",
    options: {},
    examples: ["ptywright plugin list"],
    start: async () => {
      const { listPlugins } = await import("./plugin/index.js");
      return listPlugins();
    },
  }),
];
