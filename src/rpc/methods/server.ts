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

  "server.set_notifications": ({ enabled, adapters, sessions }, scope) => {
    scope.notifications.set({ enabled, sessions: sessions ?? [], adapters: adapters ?? [] });
    return { enabled, adapters, sessions };
  },
};
