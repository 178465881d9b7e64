import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { InteractiveShell, type ShellName } from "../support/interactive-shell.js";
import { missing } from "../support/tmux.js";

const SHELLS: readonly ShellName[] = ["bash", "zsh", "fish"];
const AWKWARD = `odd 'na"me' $HOME.txt`;

for (const name of SHELLS) {
  const skip = missing(name);

  test(`${name} offers ptywright's commands and options, and completes what is unique`, { skip }, async (t) => {
    const shell = await InteractiveShell.start(t, name);
    await shell.complete("ptywright ", "completions");
    for (const command of ["run", "serve", "logs", "help"]) await shell.sees(command);
    await shell.complete("ptywright comp", "ready> ptywright completions");
    await shell.complete("ptywright serve --", "--in-order");
    await shell.complete("ptywright serve --in", "ready> ptywright serve --in-order");
    await shell.complete("ptywright completions p", "ready> ptywright completions powershell");
    await shell.complete("ptywright help comp", "ready> ptywright help completions");
    await shell.complete("ptywright pl", "ready> ptywright plugin");
    await shell.complete("ptywright plugin che", "ready> ptywright plugin check");
    await shell.complete("ptywright help plugin te", "ready> ptywright help plugin test");
  });

  test(`${name} completes the value of an option, also behind an equals sign`, { skip }, async (t) => {
    const shell = await InteractiveShell.start(t, name);
    await shell.complete("ptywright serve --framing l", "ready> ptywright serve --framing lsp");
    await shell.complete("ptywright serve --framing=l", "ready> ptywright serve --framing=lsp");
    await shell.complete("ptywright serve --framing=", "ndjson");
    await shell.complete("ptywright serve --framing=lsp --so", "ready> ptywright serve --framing=lsp --socket");
  });

  test(`${name} completes programs, then files, for the program to run`, { skip }, async (t) => {
    const shell = await InteractiveShell.start(t, name);
    mkdirSync(join(shell.folder, "zz-folder"));
    writeFileSync(join(shell.folder, "zz-folder", "only-one.txt"), "");
    await shell.complete("ptywright run -- zz-pro", "ready> ptywright run -- zz-probe-program");
    await shell.complete("ptywright run zz-pro", "ready> ptywright run zz-probe-program");
    await shell.complete("ptywright run -- zz-fo", "ready> ptywright run -- zz-folder/");
    await shell.complete("ptywright run -- cat zz-folder/o", "zz-folder/only-one.txt");
    await shell.complete("ptywright run cat --rows zz-folder/o", "zz-folder/only-one.txt");
    await shell.complete("ptywright serve --socket zz-folder/o", "--socket zz-folder/only-one.txt");
    await shell.complete("ptywright serve --socket=zz-folder/o", "--socket=zz-folder/only-one.txt");
    await shell.complete("ptywright plugin check zz-folder/o", "plugin check zz-folder/only-one.txt");
  });

  test(`${name} completes a name with spaces, quotes and a dollar sign to exactly that name`, { skip }, async (t) => {
    const shell = await InteractiveShell.start(t, name);
    writeFileSync(join(shell.folder, AWKWARD), "");
    await shell.wordsAfterTab("ptywright run -- cat od", AWKWARD);
    await shell.wordsAfterTab("ptywright serve --socket od", AWKWARD);
  });

  test(`${name} runs nothing of what was typed when TAB is pressed`, { skip }, async (t) => {
    const shell = await InteractiveShell.start(t, name);
    const traps = [
      "$(touch trap)",
      "`touch trap`",
      '"$(touch trap)"',
      "(touch trap)",
      "';touch trap;'",
      "$(touch trap",
    ];
    for (const trap of traps)
      for (const place of [
        `run -- ${trap}`,
        `run -- ${trap} `,
        `run -- ${trap}/`,
        `serve --socket ${trap} --`,
        `${trap} `,
      ])
        await shell.pressTabAfter(`ptywright ${place}`);
    assert.equal(existsSync(join(shell.folder, "trap")), false);
    // That the trap would have sprung:
    await shell.run("echo $(touch trap); show done", "<done>");
    assert.equal(existsSync(join(shell.folder, "trap")), true);
  });
}
