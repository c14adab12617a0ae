import type { Counted, Counting } from "../../../db/exercises/media/count-used.ts";
import {
  listMinutesLeaving,
  listPlacesLeaving,
} from "../../../db/exercises/media/list-places-leaving.ts";
import type { LockedMediaQuota } from "../../../db/exercises/media/lock-media-quota.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { minutesFreeAt, placeFreeAt } from "../../../rules/exercises/media/place-free-at.ts";
import {
  type MediaQuotaFault,
  excessOf,
} from "../../../rules/exercises/media/judge-media-quota.ts";

/**
 * When a retry makes sense: as soon as enough of our counted usage leaves its window. If that is unknown, or the
 * allowance waits for a read, after the next read of the account.
 */
export async function retryAt(tx: Tx, why: InVain): Promise<Date> {
  const { counted, quota, fault } = why;
  const nextReading = new Date((quota.closedAt ?? counted.now).getTime() + HOUR_MS);
  if (fault === "CLOSED" || fault === "AWAITS_USAGE") return nextReading;
  return (await freeAt(tx, why)) ?? nextReading;
}

/** The provider's account is read again within this time. */
const HOUR_MS = 3_600_000;

/** A request that was refused by the allowance. */
export interface InVain {
  readonly fault: MediaQuotaFault;
  readonly quota: LockedMediaQuota & { readonly sharePercent: number };
  readonly counted: Counted;
  readonly minutes: number;
  readonly counting: Pick<Counting, "providerKey" | "workspaceId">;
}

async function freeAt(tx: Tx, { fault, counting, ...why }: InVain): Promise<Date | null> {
  const excess = excessOf(why.quota, why.counted, why.minutes);
  const of = (isShare: boolean, most: number) => ({
    providerKey: counting.providerKey,
    workspaceId: isShare ? counting.workspaceId : null,
    most,
  });
  switch (fault) {
    case "NO_PLACE":
      return placeFreeAt(await listPlacesLeaving(tx, of(false, excess.places)), excess.places);
    case "SHARE_OF_PLACES":
      return placeFreeAt(
        await listPlacesLeaving(tx, of(true, excess.ofWorkspace.places)),
        excess.ofWorkspace.places,
      );
    case "NO_MINUTES":
      return minutesFreeAt(await listMinutesLeaving(tx, of(false, excess.minutes)), excess.minutes);
    case "SHARE_OF_MINUTES":
      return minutesFreeAt(
        await listMinutesLeaving(tx, of(true, excess.ofWorkspace.minutes)),
        excess.ofWorkspace.minutes,
      );
    default:
      return null;
  }
}
