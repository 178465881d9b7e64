import assert from "node:assert/strict";
import { test } from "node:test";
import { OwnServer } from "../support/own-server.js";

const CAT = ["--", "sh", "-c", "printf 'ready\\n'; cat"] as const;

test("a session is started, typed into, waited for, read and ended by verbs", (t) => {
  const server = new OwnServer(t);
  assert.equal(server.done("ls"), "");
  assert.equal(server.done("new", "--name", "web", "--rows", "10", "--cols", "40", ...CAT), "web\n");
  server.done("wait", "web", "ready", "--timeout", "10");
  server.done("mark", "web", "typed");
  server.done("send", "web", "hello", "--enter");
  server.done("wait", "web", "hello", "--since", "input", "--timeout", "10");
  assert.equal(server.done("screen", "web"), "ready\nhello\nhello\n");
  assert.equal(server.done("screen", "web", "--row", "1"), "hello\n");
  assert.equal(server.done("log", "web", "--since", "typed"), "hello\nhello\n");
  assert.equal(server.done("log", "web"), "ready\nhello\nhello\n");
  server.done("resize", "web", "--cols", "50");
  assert.match(server.done("ls"), /^SESSION +ID +STATE +SIZE +AGE +COMMAND\nweb +s1 +running +50x10 +\d+s +sh -c /);
  server.done("send", "web", "--key", "Ctrl+D");
  server.done("wait", "web", "--exit", "--timeout", "10");
  assert.match(server.done("ls"), / exited 0 /);
  server.done("rm", "web");
  assert.equal(server.done("ls"), "");
});
