import assert from "node:assert/strict";
import { test } from "node:test";
import { SCRIPTS } from "./scripts.js";

const AWKWARD = `/o'ne "two" $(three)\\/ptywright`;

test("each script holds the path of its binary as one literal word of that shell", () => {
  const literals = {
    bash: `'/o'\\''ne "two" $(three)\\/ptywright'`,
    zsh: `'/o'\\''ne "two" $(three)\\/ptywright'`,
    fish: `'/o\\'ne "two" $(three)\\\\/ptywright'`,
    elvish: `'/o''ne "two" $(three)\\/ptywright'`,
    powershell: `'/o''ne "two" $(three)\\/ptywright'`,
  };
  for (const [shell, literal] of Object.entries(literals))
    assert.ok(SCRIPTS[shell as keyof typeof literals](AWKWARD).includes(literal), shell);
});

test("no script evaluates text", () => {
  for (const [shell, script] of Object.entries(SCRIPTS))
    assert.doesNotMatch(script("/bin/ptywright"), /\beval\b|Invoke-Expression|\biex\b|compgen -W/, shell);
});

/** Elvish and PowerShell quote alike: `''` inside single quotes. Comments begin with # in both. */
function withoutQuotesAndComments(script: string): string {
  return script.replaceAll(/'(?:[^']|'')*'|"[^"]*"|(?<=^|\s)#.*$/gm, "");
}

for (const shell of ["elvish", "powershell"] as const)
  test(`the ${shell} script closes every bracket it opens, in order`, () => {
    const open: string[] = [];
    const pairs: Record<string, string> = { ")": "(", "]": "[", "}": "{" };
    for (const [bracket] of withoutQuotesAndComments(SCRIPTS[shell](AWKWARD)).matchAll(/[()[\]{}]/g)) {
      if (bracket in pairs) assert.equal(open.pop(), pairs[bracket]);
      else open.push(bracket);
    }
    assert.deepEqual(open, []);
  });
