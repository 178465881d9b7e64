import { IntentRefusedError, InvalidArgumentError, PermissionDeniedError, shown } from "../../base/index.js";
import type { Matcher } from "../../core/matcher/index.js";
import type { LoadedPlugin, PluginManifest } from "../manifest/index.js";
import { builtInPlugin } from "../manifest/index.js";
import type { JsonValue, PluginWorker } from "../runtime/index.js";
import { PluginError } from "../runtime/index.js";
import type { PluginPermission } from "../../protocol/index.js";
import { STEP_PERMISSIONS } from "../../protocol/index.js";
import type { ClassifyContext } from "./classify-context.js";
import { checkConversation } from "./conversation.js";
import type { Extension, ExtensionDescription, IntentPlan } from "./extension.js";
import type { Classification } from "./extension-state.js";
import { classificationFrom, descriptionFrom, matcherFrom, planFrom } from "./plugin-answers.js";
import { startWorker } from "./start-worker.js";
import { contextFor } from "./plugin-input.js";

const isMatcherName = (name: string): boolean => name.endsWith("_matcher");
/** Names with a leading underscore are internal: plans can continue with them, callers cannot use them. */
const isIntentName = (name: string): boolean =>
  !isMatcherName(name) && !name.startsWith("_") && name !== "classify" && name !== "describe";

/** An extension that calls a plugin in a thread of its own. Every answer of the plugin is checked. */
export class PluginExtension implements Extension {
  readonly manifest: PluginManifest;
  readonly #worker: PluginWorker;
  #description: Promise<ExtensionDescription> | undefined;

  protected constructor(manifest: PluginManifest, worker: PluginWorker) {
    this.manifest = manifest;
    this.#worker = worker;
  }

  /** Starts an instance of its own, which shares nothing with other instances of the same plugin. */
  static async start({ manifest, program }: LoadedPlugin): Promise<PluginExtension> {
    return new PluginExtension(manifest, await startWorker(program));
  }

  get name(): string {
    return this.manifest.name;
  }

  async classify(context: ClassifyContext): Promise<Classification> {
    const answer = await this.#worker.call("classify", contextFor(this.manifest, context));
    return this.#read("classify", () => classificationFrom(answer, context));
  }

  async plan(intent: string, params: unknown): Promise<IntentPlan> {
    await this.#requireKnown(intent, "intent", isIntentName);
    return this.#plan(intent, intent, params);
  }

  async #plan(intent: string, name: string, params: unknown, hasActed = false): Promise<IntentPlan> {
    const answer = await this.#worker.call(name, (params ?? {}) as JsonValue);
    const { steps, lastIntent, refused, continueWith } = this.#read(name, () => planFrom(answer));
    if (refused !== undefined)
      throw new IntentRefusedError(this.name, intent, refused.reason, refused.message, hasActed);
    for (const step of steps) this.#requireGranted(STEP_PERMISSIONS[step.type], `${step.type} in ${intent}`);
    if (continueWith === undefined) return { steps, lastIntent };
    const acts = hasActed || steps.some(({ type }) => type !== "wait" && type !== "expect");
    return { steps, lastIntent, next: () => this.#plan(intent, continueWith.call, continueWith.params, acts) };
  }

  async waitMatcher(intent: string, params: unknown): Promise<Matcher> {
    this.#requireGranted("matcher.wait", `the wait ${intent}`);
    await this.#requireKnown(intent, "wait matcher", isMatcherName);
    const answer = await this.#worker.call(intent, (params ?? {}) as JsonValue);
    return this.#read(intent, () => matcherFrom(answer));
  }

  /** The description of the plugin, completed with the names of its functions. */
  describe(): Promise<ExtensionDescription> {
    this.#description ??= this.#describe();
    // After a failure, the next call tries again.
    this.#description.catch(() => (this.#description = undefined));
    return this.#description;
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  async #describe(): Promise<ExtensionDescription> {
    const { exports } = this.#worker;
    const answer = exports.includes("describe") ? await this.#worker.call("describe", {}) : {};
    const functions = { intents: exports.filter(isIntentName), waitMatchers: exports.filter(isMatcherName) };
    return this.#read("describe", () => {
      const description = { ...functions, states: [], ...descriptionFrom(answer) };
      if (description.conversation !== undefined)
        checkConversation(description.conversation, { ...functions, states: description.states });
      return description;
    });
  }

  async #requireKnown(name: string, what: "intent" | "wait matcher", isOne: (name: string) => boolean): Promise<void> {
    if (typeof name !== "string")
      throw new InvalidArgumentError("intent", `intent must be a string, got ${shown(name)}`);
    if (isOne(name) && this.#worker.exports.includes(name)) return;
    const { intents, waitMatchers } = await this.describe();
    const known = what === "intent" ? intents : waitMatchers;
    const list = known.length === 0 ? "it has none" : `it has ${known.join(", ")}`;
    throw new InvalidArgumentError("intent", `plugin ${shown(this.name)} has no ${what} ${shown(name)}; ${list}`);
  }

  #requireGranted(permission: PluginPermission, what: string): void {
    if (!this.manifest.grants(permission)) throw new PermissionDeniedError(this.name, permission, what);
  }

  /** A bad answer is an error of the plugin, not of the caller. */
  #read<T>(name: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      const { entrypoint } = this.manifest;
      throw new PluginError(
        this.name,
        "bad_value",
        `${entrypoint}: ${name} gave an answer that cannot be used: ${error.message}`,
        {
          file: entrypoint,
        },
      );
    }
  }
}

/** The plugins that come with the package. */
export class LuaExtension extends PluginExtension {
  static builtIn(name: string): Promise<PluginExtension> {
    return PluginExtension.start(builtInPlugin(name));
  }
}
