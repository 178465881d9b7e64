import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { ConfigError } from "../../base/index.js";
import { expandTilde, Paths } from "./index.js";

const directory = mkdtempSync(join(tmpdir(), "ptywright-paths-"));
after(() => rmSync(directory, { recursive: true }));
const posix = { skip: process.platform === "win32" ? "modes are POSIX" : false };
const modeOf = (path: string): number => statSync(path).mode & 0o7777;

test("the home is PTYWRIGHT_HOME, else .ptywright in HOME, else in the user's directory", () => {
  assert.equal(Paths.fromEnv({ PTYWRIGHT_HOME: "/srv/p", HOME: "/h" }).home, resolve("/srv/p"));
  assert.equal(Paths.fromEnv({ PTYWRIGHT_HOME: "~/p", HOME: "/h" }).home, resolve("/h/p"));
  assert.equal(Paths.fromEnv({ PTYWRIGHT_HOME: "rel/p", HOME: "/h" }).home, resolve("rel/p"));
  assert.equal(Paths.fromEnv({ PTYWRIGHT_HOME: "", HOME: "/h" }).home, resolve("/h/.ptywright"));
  assert.equal(Paths.fromEnv({ HOME: "" }).home, join(homedir(), ".ptywright"));
});

test("every path hangs below the home", posix, () => {
  const paths = new Paths("/h");
  const { configPath, logsDir, dataDir, transcriptsDir, socketsDir, socketPath, replHistoryPath } = paths;
  assert.deepEqual(
    [configPath, logsDir, dataDir, transcriptsDir, socketsDir, socketPath, replHistoryPath],
    ["config.toml", "logs", "data", "transcripts", "sockets", "socket", "repl-history"].map((name) => `/h/${name}`),
  );
});

test("a tilde stands for the home only where a shell would say so", () => {
  const env = { HOME: "/h" };
  assert.equal(expandTilde("~", env), resolve("/h"));
  assert.equal(expandTilde("~/a/b", env), resolve("/h/a/b"));
  for (const path of ["~user/a", "/a/~", "a~", "", "./~"]) assert.equal(expandTilde(path, env), path);
});

test("nothing is created until it is asked for", () => {
  const paths = new Paths(join(directory, "lazy"));
  void [paths.logsDir, paths.socketPath];
  assert.equal(existsSync(paths.home), false);
  assert.equal(paths.ensureLogsDir(), paths.logsDir);
  assert.equal(existsSync(paths.logsDir), true);
  assert.equal(existsSync(paths.dataDir), false);
});

for (const umask of [0o000, 0o077, 0o777])
  test(`F8: directories we make are 0700 under umask ${umask.toString(8)}, those in between too`, posix, () => {
    const before = process.umask(umask);
    try {
      const paths = new Paths(join(directory, `umask-${umask}`, "deep", "home"));
      paths.ensureTranscriptsDir();
      for (const path of [paths.transcriptsDir, paths.home, join(paths.home, ".."), join(paths.home, "..", "..")])
        assert.equal(modeOf(path), 0o700);
    } finally {
      process.umask(before);
    }
  });

test("F8: an existing directory is left as it is, a link to one too", posix, () => {
  const home = join(directory, "existing");
  mkdirSync(home);
  chmodSync(home, 0o755);
  symlinkSync(home, join(directory, "link"));
  const paths = new Paths(join(directory, "link"));
  paths.ensureHome();
  assert.equal(modeOf(home), 0o755);
  paths.ensureDataDir();
  assert.equal(modeOf(join(home, "data")), 0o700);
});

test("a file in the way is an error that says what to do", () => {
  writeFileSync(join(directory, "file"), "");
  for (const home of ["file", "file/below"])
    assert.throws(
      () => new Paths(join(directory, home)).ensureLogsDir(),
      (error: unknown) => error instanceof ConfigError && /PTYWRIGHT_HOME/.test(error.message),
    );
});
