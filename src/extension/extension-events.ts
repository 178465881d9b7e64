import type { ExtensionState, TurnEvent } from "./extension-state.js";

export type ExtensionEvent =
  /** After every look. */
  | { readonly type: "classified"; readonly state: ExtensionState }
  /** After a look that found another state than the one before. */
  | { readonly type: "state_changed"; readonly state: ExtensionState }
  /** Something happened within a turn. */
  | { readonly type: "event"; readonly event: TurnEvent };

export type ExtensionListener = (event: ExtensionEvent) => void;

/** What a slow reader may leave unread; then the oldest looks go, which newer ones replace. */
const MAX_UNREAD = 1_024;

/** Events in the order they happened, for one reader. It ends when the handle is closed or the reader leaves. */
export async function* iterate(
  subscribe: (listener: ExtensionListener, onEnd: () => void) => () => void,
): AsyncGenerator<ExtensionEvent, void, void> {
  const unread: ExtensionEvent[] = [];
  let wake = (): void => undefined;
  let isOver = false;
  const stop = subscribe(
    (event) => {
      unread.push(event);
      if (unread.length > MAX_UNREAD)
        unread.splice(
          Math.max(
            0,
            unread.findIndex(({ type }) => type === "classified"),
          ),
          1,
        );
      wake();
    },
    () => {
      isOver = true;
      wake();
    },
  );
  try {
    for (;;) {
      const event = unread.shift();
      if (event !== undefined) yield event;
      else if (isOver) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    stop();
  }
}
