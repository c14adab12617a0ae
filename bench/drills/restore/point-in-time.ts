import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { copyCluster } from "../../../tools/backup/copy-cluster.ts";
import type { ClusterMember } from "../../../tools/production/database/start-database-cluster.ts";
import type { DrillStack } from "../drill-types.ts";
import { figuresSince, untilSteady } from "../figures.ts";
import { archiveFolder, archiveSettings, untilArchived } from "./log-archive.ts";
import { takeCursors, useOldCursors } from "./old-cursors.ts";
import { say } from "../say.ts";
import { sendAllAgain } from "./send-all-again.ts";
import { type DrillGround, type PlayOptions, underLoad } from "../under-load.ts";

/**
 * Restores the database to an instant while phones go on syncing. Later operations are lost, although they were
 * acknowledged. An expired cursor tells the phones, and they send again everything that they still have.
 *
 * @returns whether every cursor expired, every operation is stored again, and phones saw nothing but 503 with
 * Retry-After.
 */
export async function pointInTime(options: PlayOptions): Promise<boolean> {
  return await underLoad({ ...options, shape: { settings: archiveSettings } }, async (ground) => {
    await untilSteady(ground.load.account);
    const backup = await takeBackup(ground.stack);
    await sleep(KEPT_FOR_MS);
    return await restoreOnce(ground, backup);
  });
}

/** How long the load runs between the backup and the instant, and from there to the disaster. */
const [KEPT_FOR_MS, LOST_FOR_MS] = [10_000, 10_000];
/** The members are dead by then; unpacking the backup takes longer. */
const CLOSED_AFTER_MS = 1_000;
const MOST_CURSORS = 16;

async function takeBackup({ cluster, folder }: DrillStack): Promise<string> {
  const backup = join(folder, "backup");
  mkdirSync(backup);
  await copyCluster(cluster.superuserUrl("postgres", cluster.primary().port), backup);
  return backup;
}

async function restoreOnce({ stack, load }: DrillGround, backup: string): Promise<boolean> {
  const { account } = load;
  const { cluster, folder } = stack;
  const instant = await nowOf(cluster.primary());
  await sleep(LOST_FOR_MS);
  const phones = [...new Set(account.batches.map(({ phone }) => phone))].slice(0, MOST_CURSORS);
  const cursors = await takeCursors(stack, phones);
  await untilArchived(cluster.primary());
  const at = performance.now();
  const restoring = cluster.restore({ backup, log: archiveFolder(folder), instant });
  await sleep(CLOSED_AFTER_MS);
  const [{ expired, accepted }] = await Promise.all([useOldCursors(cursors), restoring]);
  const openedMs = performance.now() - at;
  await untilSteady(account);
  const { comeAgain, failed, seconds, kinds } = figuresSince(account, at);
  const { operations, renewed, refused } = await sendAllAgain(stack, account);
  say(
    [
      `restored to an instant ${LOST_FOR_MS / 1_000} s before, open after ${(openedMs / 1_000).toFixed(1)} s`,
      `bad answers for ${seconds.toFixed(1)} s (${comeAgain} times 503 with Retry-After, ${failed.length} failed)`,
      `${expired} of ${cursors.length} old cursors expired, ${accepted} were accepted`,
      `${operations} operations sent again: ${renewed} were lost and are stored again, ${refused} were refused`,
      ...kinds,
    ].join("; "),
  );
  return failed.length === 0 && accepted === 0 && refused === 0 && renewed > 0;
}

async function nowOf(member: ClusterMember): Promise<Date> {
  const [row] = await member.ask(
    "select (extract(epoch from clock_timestamp()) * 1000)::text as ms",
  );
  return new Date(Number(row?.["ms"]));
}
