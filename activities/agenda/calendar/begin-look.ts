import type { SqlEntityManager } from "@mikro-orm/postgresql";
import {
  holdClosing,
  lockWatch,
  lookAtFailed,
  lookAtOlderPlans,
  markTzVersion,
} from "../../../db/agenda/calendar/watch.ts";
import { transact } from "../../../db/transact.ts";
import { outageGraceMs } from "../../../rules/agenda/calendar/judge-outage.ts";
import { CODE_VERSION } from "../isolation/code-version.ts";
import { TZ_VERSION } from "../../../rules/agenda/calendar/tz-version.ts";

/** Calendars that are made due in one transaction. */
const SLICE = 1_000;

/**
 * What comes before a look (docs/rules.md#agenda-look): after an outage of our own nothing closes for a while, and where
 * this worker knows zones by a later version of the tz database than calendars are planned by, all of them are looked at
 * and planned anew; never by an older one; where its code is another than that of the looks before, calendars that failed
 * are looked at at once. Who is held by somebody else stops nobody: the next look comes to them.
 */
export async function beginLook(em: SqlEntityManager, tzVersion = TZ_VERSION): Promise<void> {
  const known = await transact(em, async (tx) => {
    const watch = await lockWatch(tx);
    const graceMs = outageGraceMs(watch, watch.realNow);
    const closesFrom = new Date(watch.now.getTime() + graceMs);
    const later = watch.closesFrom === null || closesFrom > watch.closesFrom;
    if (graceMs > 0 && later) await holdClosing(tx, closesFrom);
    const { codeVersion, now } = watch;
    if (codeVersion !== CODE_VERSION) await lookAtFailed(tx, { codeVersion: CODE_VERSION, now });
    return watch.tzVersion;
  });
  if (known !== null && known >= tzVersion) return;
  await planAnew(em, tzVersion);
}

async function planAnew(em: SqlEntityManager, tzVersion: string): Promise<void> {
  let found = SLICE;
  while (found === SLICE) {
    found = await transact(em, async (tx) => {
      const { now } = await lockWatch(tx);
      return await lookAtOlderPlans(tx, { tzVersion, now, limit: SLICE });
    });
  }
  await transact(em, async (tx) => {
    const { now } = await lockWatch(tx);
    await markTzVersion(tx, { tzVersion, now });
  });
}
