import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { redactedText } from "../../disclosure/index.js";
import { checkFixtures, describeResult, updateFixtures } from "../../plugins/testing/index.js";
import { EXIT_OK } from "../exit-codes.js";
import { hasColors } from "../has-colors.js";
import { withPluginLog } from "./with-plugin-log.js";

/** Shows a plugin its fixtures and prints how each went. Throws if one failed. */
export async function testPlugin(path: string, { update }: { readonly update: boolean }): Promise<number> {
  const manifest = MANIFESTS.includes(basename(path)) && existsSync(path) ? path : manifestIn(path);
  const fixtures = join(dirname(manifest), "fixtures");
  const { updated, results } = await withPluginLog(async () => ({
    updated: update ? await updateFixtures(manifest, fixtures) : [],
    results: await checkFixtures(manifest, fixtures),
  }));
  const colors = hasColors(process.stdout);
  for (const result of results) {
    const note = updated.includes(result.name) ? " (expectation written)" : "";
    process.stdout.write(`${redactedText(describeResult(result, { colors }))}${note}\n`);
  }
  const failed = results.filter(({ passed }) => !passed).length;
  if (failed > 0)
    throw new Error(
      `${failed} of ${counted(results.length)} failed (- expected, + seen)${update ? "" : "; if what was seen is right, --update writes it down"}`,
    );
  process.stdout.write(`${counted(results.length)} passed\n`);
  return EXIT_OK;
}

const counted = (count: number): string => `${count} fixture${count === 1 ? "" : "s"}`;

const MANIFESTS = ["manifest.toml", "manifest.json"];

function manifestIn(dir: string): string {
  const paths = MANIFESTS.map((name) => join(dir, name));
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${dir}: has no manifest.toml; give the folder of a plugin`);
  return found;
}
