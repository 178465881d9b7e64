import { command, type Command } from "./command.js";
import { file, flag } from "./option.js";

const GROUP = "Begin, check, test and list plugins";

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
      help: "the plugin's folder, with fixtures/NAME.txt and fixtures/NAME.expected.json",
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
