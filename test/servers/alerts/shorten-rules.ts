import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";

/**
 * A copy of the rules whose durations are divided by `SHORTENED_BY`, so that a fault of minutes lasts seconds: `for:`,
 * windows and offsets. Thresholds, names, labels and texts stay those of the product.
 *
 * @returns the pattern of the copied files.
 */
export function copyRules(folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const name of globSync("*.yml", { cwd: RULES }))
    writeFileSync(join(folder, name), shortenDurations(readFileSync(join(RULES, name), "utf8")));
  return join(folder, "*.yml");
}

/** A `for: 2m` of the product becomes 6 s here. */
export const SHORTENED_BY = 20;

/** The text of a file of rules, with shorter durations. */
export function shortenDurations(rules: string): string {
  return rules.replaceAll(DURATION, (text) => {
    const [, before = "", count = "", unit = ""] = text.match(/^(.*?)(\d+)(.)$/) ?? [];
    return `${before}${(Number(count) * (UNIT_MS.get(unit) ?? 0)) / SHORTENED_BY}ms`;
  });
}

/**
 * The configuration of Prometheus: the product's jobs, each with one process of this machine. A scrape may take 3 s,
 * because a check of a dependency may take 2 s. Its interval is therefore not shortened by the same factor.
 */
export function alertConfig(rules: string, ports: Readonly<Record<string, number>>): string {
  return stringify({
    global: { scrape_interval: "3s", scrape_timeout: "3s", evaluation_interval: "1s" },
    rule_files: [rules],
    scrape_configs: Object.entries(ports).map(([part, port]) => ({
      job_name: `sideline-${part}`,
      static_configs: [{ targets: [`127.0.0.1:${port}`] }],
    })),
  });
}

const RULES = fileURLToPath(new URL("../../../deploy/prometheus/rules/", import.meta.url));

/** A duration of a window, an offset or a pause; a label or a name has none of these before it. */
const DURATION = /(?:\[|\boffset |\bfor: )\d+[smhd]/g;

const UNIT_MS = new Map([
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);
