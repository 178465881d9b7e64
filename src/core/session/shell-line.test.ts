import assert from "node:assert/strict";
import { test } from "node:test";
import { RedactionPolicy } from "../../text/redaction/index.js";
import { lineFor } from "./shell-line.js";

test("a secret behind a control character is covered in the line that runs it, as in the command", () => {
  const secret = "ghp_R7kN2vQ9xW4mZ8tB1cL6yH3sD5fG0jK7pA2e";
  const policy = RedactionPolicy.default();
  for (const shell of ["bash", "zsh", "fish"] as const)
    for (const control of ["\n", "\t", "\r\n", "\x0b", "\x1a", "\x7f", "\n\n"]) {
      const line = policy.redact(lineFor(`echo one${control}${secret}`, shell, 1));
      assert.ok(!line.includes(secret.slice(4, 20)), `${shell}: ${line}`);
    }
});
