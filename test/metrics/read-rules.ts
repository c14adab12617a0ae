import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import * as z from "zod";

/** Path of a file of rules, by its name. */
export const rulesPath = (file: string): string => `${FOLDER}${file}.yml`;

/** The rules of each file in `deploy/prometheus/rules/`, by its name. */
export function readRules(): ReadonlyMap<string, readonly Rule[]> {
  const names = globSync("*.yml", { cwd: FOLDER }).toSorted();
  return new Map(
    names.map((name) => {
      const { groups } = fileSchema.parse(parse(readFileSync(`${FOLDER}${name}`, "utf8")));
      return [basename(name, ".yml"), groups.flatMap(({ rules }) => rules)];
    }),
  );
}

const FOLDER = fileURLToPath(new URL("../../deploy/prometheus/rules/", import.meta.url));

const alertSchema = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(["page", "ticket"]) }),
  annotations: z.strictObject({ summary: z.string(), runbook_url: z.string() }),
});
const recordSchema = z.strictObject({
  record: z.string(),
  expr: z.string(),
  labels: z.record(z.string(), z.string()).optional(),
});
const ruleSchema = z.union([alertSchema, recordSchema]);
const fileSchema = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(ruleSchema) })),
});

/** A rule that records a series, or an alert. */
export type Rule = z.infer<typeof ruleSchema>;

/** An alert of Prometheus. */
export type AlertRule = z.infer<typeof alertSchema>;

/** Every alert, in the order of the files. */
export function readAlerts(): readonly AlertRule[] {
  return [...readRules().values()].flat().filter((rule): rule is AlertRule => "alert" in rule);
}
