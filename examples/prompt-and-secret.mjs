// Shows: answering a password prompt, and what can be shown to others afterwards. The screen and the transcript in the
// process are exact; redaction is applied where text leaves it.
import assert from "node:assert/strict";
import { Action, Matcher, RedactionPolicy, Session } from "ptywright";

const secret = "correct-horse-battery";
// Echo is off before the prompt appears, so whoever waits for the prompt cannot type too early.
const login = `
  stty -echo
  printf 'Password: '
  read -r answer
  stty echo
  printf '\\nwelcome\\n'
  echo "session_token=$answer-1"
  echo "debug: got $answer"
`;

const session = await Session.spawn({ program: "/bin/sh", args: ["-c", login] });
try {
  await session.waitFor(Matcher.containsText("Password:"));
  session.markTranscript("answered");
  // One call: nothing else can be typed between the secret and the Enter.
  await session.send([Action.text(secret), Action.key("enter")]);
  await session.waitFor(Matcher.containsText("debug:"));
  await session.wait();

  // The shapes that are known without being told: here an assignment to a name that ends in "token".
  const byShape = session.redactedTranscript();
  assert.ok(byShape.includes("session_token=[REDACTED]"));

  // "debug: got …" has no telling shape. Whoever knows the value should say so.
  const policy = new RedactionPolicy({ extraLiterals: [secret] });
  const byValue = session.redactedTranscript(policy);
  assert.ok(session.transcript().includes(secret), "the exact transcript is for this process only");
  assert.ok(!byValue.includes(secret));

  const from = session.transcriptMarker("answered") ?? 0;
  console.log(policy.redact(session.transcriptSlice(from, session.transcriptCursor) ?? "").trim());
  console.log("the secret is not in the redacted transcript");
} finally {
  await session.close();
}
