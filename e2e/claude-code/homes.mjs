// Homes as people have them: what each changes about the program, and how it is made.

/** @param {string} command */
const stopHook = (command) => ({ settings: { hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } } });

/** @type {Record<string, Parameters<typeof import("./drive.mjs").claude>[2]>} */
export const HOMES = {
  clean: {},
  "status line": { settings: { statusLine: { type: "command", command: "printf 'user @ host [model]'" } } },
  "vim keys": { settings: { editorMode: "vim" }, config: { editorMode: "vim" } },
  "light colours": { config: { theme: "light" } },
  "colours for the colour-blind": { config: { theme: "dark-daltonized" } },
  "no colours": { env: { NO_COLOR: "1" } },
  "an output style": { settings: { outputStyle: "Explanatory" } },
  "prompt suggestions": { env: { CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION: "1" } },
  "a subscription": { hasSubscription: true },
  "hooks of the user's": {
    settings: {
      hooks: Object.fromEntries(
        ["UserPromptSubmit", "PreToolUse", "Stop"].map((name) => [
          name,
          [{ hooks: [{ type: "command", command: `echo ${name} >> "$HOME/hooks.log"` }] }],
        ]),
      ),
    },
  },
  // It has the program go on once, which then shows what the hook has said.
  "a hook that keeps the program from stopping": stopHook(
    `[ -e "$HOME/asked" ] || { touch "$HOME/asked"; echo '{"decision":"block","reason":"Go on"}'; }`,
  ),
  "a hook that fails": stopHook("echo printed; echo told >&2; exit 1"),
  "a git repository at 200 columns": { size: { rows: 50, cols: 200 }, hasGit: true },
  "a git repository at 160 columns": { size: { rows: 40, cols: 160 }, hasGit: true },
  "a git repository with its changes beside": {
    size: { rows: 40, cols: 120 },
    hasGit: true,
    config: { diffSidebarOpen: true },
  },
  "60 columns and 20 rows": { size: { rows: 20, cols: 60 } },
};

/** Where nothing is drawn in the program's own style it is not certain which tool a dialog is about. */
export const NAMELESS = new Set(["no colours"]);

/** Where the first answer is asked for twice. */
export const REPEATED = new Set(["a hook that keeps the program from stopping"]);

/** In which least of what is under way can be seen. */
export const WORST = ["status line", "vim keys", "60 columns and 20 rows"];
