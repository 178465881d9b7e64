import type { PluginManifest } from "../plugins/manifest/index.js";
import type { WireManifest } from "../protocol/index.js";
import { RedactionPolicy } from "../text/redaction/index.js";
import { redactedJson } from "../disclosure/index.js";

export const redactedManifest = (manifest: PluginManifest): WireManifest =>
  redactedJson(manifest.toWire(), RedactionPolicy.default()) as WireManifest;
