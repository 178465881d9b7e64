import { NAME, VERSION } from "../../base/index.js";
import { PROTOCOL_VERSION, notifications } from "../../protocol/index.js";
import type { HandlersOf } from "./handler.js";

export const serverHandlers: HandlersOf<"server"> = {
  "server.capabilities": (_, scope) => ({
    name: NAME,
    version: VERSION,
    protocolVersion: PROTOCOL_VERSION,
    framing: ["ndjson", "lsp"],
    methods: scope.methodNames(),
    notifications: Object.keys(notifications),
  }),

  "server.status": (_, { server, sessions }) => ({
    version: VERSION,
    protocolVersion: PROTOCOL_VERSION,
    pid: process.pid,
    uptimeMs: Math.round(performance.now() - server.startedAt),
    sessions: sessions.all().length,
    clients: server.clientCount,
    idleTimeoutMs: server.idleTimeoutMs,
  }),

  "server.set_notifications": ({ enabled, adapters, sessions, outputSince }, scope) => {
    scope.notifications.set({ enabled, sessions: sessions ?? [], adapters: adapters ?? [], outputSince });
    return { enabled, adapters, sessions };
  },
};
