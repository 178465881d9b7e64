import type { PluginManifest } from "../plugin/index.js";
import type { WireManifest } from "../protocol/index.js";
import { RedactionPolicy } from "../redaction/index.js";
import { redactedJson } from "../telling/index.js";

export const redactedManifest = (manifest: PluginManifest): WireManifest =>
  redactedJson(manifest.toWire(), RedactionPolicy.default()) as WireManifest;
