import type { TestContext } from "node:test";

/** Stands in for a test where there is none, as in a soak: what was to be done after the test is done by `end`. */
export class WithoutTest {
  readonly #endings: (() => unknown)[] = [];

  /** For helpers that want a test only to know when it is over. */
  get context(): TestContext {
    return { after: (ending: () => unknown) => void this.#endings.push(ending) } as unknown as TestContext;
  }

  async end(): Promise<void> {
    for (const ending of this.#endings.splice(0).reverse()) await ending();
  }
}
