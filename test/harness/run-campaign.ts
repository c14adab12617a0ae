import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as z from "zod";

const CAMPAIGNS = {
  model: { files: ["test/sync/model.pg"], env: {} },
  kills: { files: ["test/sync/kills"], env: { SIDELINE_KILLS: "all" } },
  races: { files: ["test/sync/races", "test/sync/guards"], env: { SIDELINE_RACE_ROUNDS: "500" } },
} as const;

const Asked = z.object({
  name: z.enum(["model", "kills", "races"]),
  runs: z.coerce.number().int().positive().optional(),
  seed: z.coerce.number().int().optional(),
  rounds: z.coerce.number().int().positive().optional(),
});

/** `run-campaign.ts model|kills|races [--runs N] [--rounds N] [--seed S]`: the same tests, at length. */
function main(): void {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { runs: text, seed: text, rounds: text },
  });
  const { name, runs, seed, rounds } = Asked.parse({ name: positionals[0], ...values });
  const { files, env } = CAMPAIGNS[name];
  const jest = fileURLToPath(new URL("../../node_modules/jest/bin/jest.js", import.meta.url));
  const quiet = ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning"];
  const child = spawn(
    process.execPath,
    [...quiet, jest, "--ignoreProjects", "keycloak", "--config", "jest.config.mjs", ...files],
    {
      stdio: "inherit",
      env: {
        ...process.env,
        ...env,
        ...(runs === undefined ? {} : { SIDELINE_MODEL_RUNS: String(runs) }),
        ...(seed === undefined ? {} : { SIDELINE_SEED: String(seed) }),
        ...(rounds === undefined ? {} : { SIDELINE_RACE_ROUNDS: String(rounds) }),
      },
    },
  );
  child.once("exit", (code) => {
    process.exitCode = code ?? 1;
  });
}

main();
