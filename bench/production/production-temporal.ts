import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findClusterPrograms } from "../../tools/temporal/cluster-programs.ts";
import { say } from "../report/rounds.ts";

/**
 * Gives the stacks that start during some work the production server of Temporal, whose store is their PostgreSQL. Go
 * builds the server once.
 */
export async function withProductionTemporal<T>(work: () => Promise<T>): Promise<T> {
  const programs = await findClusterPrograms({ env: process.env, say });
  const folder = mkdtempSync(join(tmpdir(), "sideline-temporal-"));
  const program = join(folder, "temporal");
  const script = new URL("../temporal-on-postgres.ts", import.meta.url).pathname;
  writeFileSync(
    program,
    `#!/bin/sh\nexec '${process.execPath}' '${script}' '${JSON.stringify(programs)}' "$@"\n`,
  );
  chmodSync(program, 0o755);
  process.env["TEMPORAL_CLI_PATH"] = program;
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
