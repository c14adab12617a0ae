import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promtoolTests } from "./promtool-tests.ts";
import type { Scenario } from "./scenarios/scenario.ts";

/** Plays the scenarios of each file of rules with promtool; null if all of them pass, otherwise what it reports. */
export function playScenarios(
  promtool: string,
  scenarios: Readonly<Record<string, readonly Scenario[]>>,
): string | null {
  const folder = mkdtempSync(join(tmpdir(), "sideline-alerts-"));
  try {
    const paths = Object.entries(scenarios).flatMap(([file, all]) =>
      [...Map.groupBy(all, ({ step = "1m" }) => step)].map(([step, some]) => {
        const path = join(folder, `${file}-${step}.test.yml`);
        writeFileSync(path, promtoolTests({ file, step }, some));
        return path;
      }),
    );
    return run(promtool, ["test", "rules", ...paths]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Checks the syntax of the configuration and of the rules that it includes; null if all are valid. */
export function checkSyntax(promtool: string): string | null {
  const config = fileURLToPath(new URL("../../deploy/prometheus/prometheus.yml", import.meta.url));
  return run(promtool, ["check", "config", config]);
}

function run(promtool: string, args: readonly string[]): string | null {
  const { status, stdout, stderr } = spawnSync(promtool, args, { encoding: "utf8" });
  return status === 0 ? null : `${stdout}${stderr}`;
}
