import { test } from "node:test";
import { NEEDS_PROC } from "../support/processes.js";
import { waitOnStoppedServer } from "../support/stopped-server.js";

test(
  "O6: of 50 waits on a server that was stopped none times out, be it that its line was printed in time or that it has time left",
  { skip: NEEDS_PROC },
  async (t) => void (await waitOnStoppedServer(t, 1_500)),
);
