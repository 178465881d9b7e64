import { readFileSync } from "node:fs";

interface PackageInfo {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly engines: { readonly node: string };
}

const info = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as PackageInfo;

export const NAME: string = info.name;
/**
 * The version of this package.
 *
 * @example
 * ```ts
 * console.log(`ptywright ${VERSION}`);
 * ```
 */
export const VERSION: string = info.version;
export const DESCRIPTION: string = info.description;
/** The oldest Node that will do, such as 20.19. */
export const OLDEST_NODE: string = info.engines.node.replace(">=", "");
