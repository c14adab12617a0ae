import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeCluster } from "../../tools/postgres/postgres-place.ts";
import { stopWithProcess } from "../stack/stop-with-process.ts";
import type { DrillOptions, DrillStack } from "./drill-types.ts";
import { say } from "./say.ts";
import { startDrillParts } from "./start-drill-parts.ts";

/**
 * Starts a database cluster, HAProxy, and two of each process in a temporary folder. Temporal and the identity provider
 * run once, because no drill touches them.
 */
export async function startDrillStack(options: DrillOptions): Promise<DrillStack> {
  const folder = mkdtempSync(join(tmpdir(), "sideline-drill-"));
  chmodSync(folder, 0o711);
  const stops: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | null = null;
  const stopAll = async () => {
    for (const stop of stops.toReversed()) await stop().catch(report);
    for (const place of [1, 2, 3])
      await removeCluster(join(folder, "database", `database_${place}`));
    if (options.keepsLogs === true) say(`The logs are in ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  };
  const stop = () => (stopping ??= stopAll());
  stopWithProcess(stop);
  try {
    return { ...(await startDrillParts({ ...options, folder, stops })), folder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function report(error: unknown): void {
  process.stderr.write(`${String(error)}\n`);
}
