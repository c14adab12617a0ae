import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { limitLocks, lockFreeScopes, lockScope } from "../../../db/platform/scopes/lock-scopes.ts";
import { clockNow, transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import { isBehind } from "../../../rules/agenda/calendar/calendar.ts";
import { bringUpToNow } from "../calendar/open-days.ts";
import { repairDays, type Repaired } from "./repair-days.ts";

/**
 * Brings one relationship up to now, however many days it missed, and retries the occurrences withheld from its open
 * days (docs/rooms/agenda.md#withheld-occurrences). It uses several transactions. Interrupted or repeated, it
 * continues where it stopped.
 *
 * @returns null if there is no such relationship.
 * @throws the fault if its days cannot be opened even without the faulty occurrences.
 */
export async function repairRelationship(
  em: SqlEntityManager,
  relationshipId: string,
): Promise<RepairedRelationship | null> {
  let openedCount = 0;
  for (;;) {
    const step = await transact(em, (tx) => bringUpOnce(tx, relationshipId));
    if (step === null) return null;
    openedCount += step.openedCount;
    if (!step.isBehind) break;
  }
  const repaired = await transact(em, async (tx) => {
    await lockScope(tx, relationshipId);
    return await repairDays(tx, relationshipId, { now: await clockNow(tx), isForced: true });
  });
  return { ...repaired, openedCount };
}

/** The result of repairing one relationship. */
export interface RepairedRelationship extends Repaired {
  /** Days that had begun and were opened. */
  readonly openedCount: number;
}

/** The scan's retry for one relationship; it does nothing if another transaction holds its lock. */
export async function retryWithheld(
  em: SqlEntityManager,
  relationshipId: string,
): Promise<Repaired | null> {
  return await transact(em, async (tx) => {
    await limitLocks(tx);
    const free = await lockFreeScopes(tx, [relationshipId]);
    if (free.length === 0) return null;
    return await repairDays(tx, relationshipId, { now: await clockNow(tx), isForced: false });
  });
}

async function bringUpOnce(tx: Tx, relationshipId: string) {
  if (!(await lockScope(tx, relationshipId))) return null;
  const now = await clockNow(tx);
  const { opened, calendars } = await bringUpToNow(tx, [relationshipId], { now, requestId: null });
  const isMissing = [...calendars.values()].some((calendar) => isBehind(calendar, now));
  return { openedCount: opened.length, isBehind: isMissing };
}
