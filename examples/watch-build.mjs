// Shows: following a long-running command. Events drive a progress line, one wait ends with success or failure, and a
// build that hangs is reported with what it was doing.
import { Matcher, Session, WaitTimeoutError } from "ptywright";

const steps = 'for step in fetch compile link; do echo "step: $step"; sleep 0.05; done';
const builds = {
  good: `${steps}; echo 'BUILD OK'`,
  broken: `${steps}; echo 'error: undefined symbol: main'; exit 1`,
  stuck: `${steps}; echo 'waiting for lock'; sleep 60`,
};

/** @param {string} name @param {string} script @param {number} timeoutMs */
async function watch(name, script, timeoutMs) {
  const session = await Session.spawn({ program: "/bin/sh", args: ["-c", script] });
  let seen = 0;
  const stop = session.on("changed", () => {
    // What is new since the last look. Lines may come in any number per event.
    const delta = session.transcriptSince(seen);
    seen = delta.cursor;
    for (const [, step] of delta.text.matchAll(/step: (\w+)/g)) console.log(`${name}: … ${step}`);
  });
  try {
    // The transcript, not the screen: a long build scrolls.
    const { outcome } = await session.waitFor(
      Matcher.any([Matcher.transcriptContains("BUILD OK"), Matcher.transcriptRegex(String.raw`error: ([^\r\n]+)`)]),
      { timeoutMs },
    );
    const failure = outcome.matched.kind === "transcript_regex" ? outcome.matched.capture : undefined;
    const { exitCode } = await session.wait();
    return failure === undefined ? `succeeded, exit code ${exitCode}` : `failed: ${failure}, exit code ${exitCode}`;
  } catch (error) {
    if (!(error instanceof WaitTimeoutError)) throw error;
    const lastLine = error.snapshot.plainText.split("\n").at(-1);
    return `hangs: silent for ${Math.round(error.quietMs ?? 0)} ms, last line "${lastLine}"`;
  } finally {
    stop();
    const { stillRunning } = await session.close();
    if (stillRunning.length > 0) console.error(`${name}: could not end ${stillRunning.join(", ")}`);
  }
}

console.log(`good build ${await watch("good", builds.good, 10_000)}`);
console.log(`broken build ${await watch("broken", builds.broken, 10_000)}`);
console.log(`stuck build ${await watch("stuck", builds.stuck, 1_500)}`);
