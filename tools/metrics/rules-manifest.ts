import { readdirSync, readFileSync } from "node:fs";
import { parse, stringify } from "yaml";
import * as z from "zod";

/** Path of the manifest that has the rules for the Prometheus operator, from the root of the repository. */
export const RULES_MANIFEST_FILE = "deploy/kubernetes/monitoring/rules.yaml";

/** The rules of deploy/prometheus as a manifest of Kubernetes. */
export function rulesManifest(): string {
  const groups = readdirSync(FOLDER)
    .toSorted()
    .flatMap((file) => RuleFile.parse(parse(readFileSync(new URL(file, FOLDER), "utf8"))).groups);
  const manifest = {
    apiVersion: "monitoring.coreos.com/v1",
    kind: "PrometheusRule",
    metadata: { name: "sideline", labels: { "app.kubernetes.io/part-of": "sideline" } },
    spec: { groups },
  };
  return `${NOTE}${stringify(manifest, { lineWidth: 0 })}`;
}

const FOLDER = new URL("../../deploy/prometheus/rules/", import.meta.url);
const NOTE =
  "# Written by `npm run metrics:write` from deploy/prometheus/rules; change them there.\n";
const RuleFile = z.object({ groups: z.array(z.looseObject({ name: z.string() })) });
