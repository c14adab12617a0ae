import type { PlanKind } from "../../../contract/plans/plan-definitions.ts";
import type { ChangedCard } from "../../../db/agenda/cards/put-cards.ts";
import { withdrawCards } from "../../../db/agenda/cards/withdraw-cards.ts";
import {
  type listNewerRevisions,
  storeAdopted,
  type Adoption,
} from "../../../db/plans/followers.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { adoptRevision } from "../../../rules/plans/plan-dates.ts";
import { isolateFaults } from "../../isolate-faults.ts";
import type { BroughtUp } from "./open-days.ts";

/**
 * Adopts newer revisions from the present local days of their relationships on. An assignment that fails does not delay
 * the others (docs/rooms/plans.md#followers); until one fails there is no savepoint. The caller holds the scopes'
 * locks.
 *
 * @param calendars of those relationships.
 */
export async function adoptRevisions(
  tx: Tx,
  newer: readonly NewerRevision[],
  { calendars, now }: Pick<BroughtUp, "calendars"> & { readonly now: Date },
): Promise<AdoptedRevisions> {
  const adoptAll = async (some: readonly NewerRevision[]) => {
    const adopted = some.map((one) => adoptOne(one, calendars));
    await storeAdopted(tx, adopted, now);
    return { adopted, withdrawn: await withdrawLeftOut(tx, adopted, now) };
  };
  const { done, failed } = await isolateFaults(tx, newer, adoptAll);
  return {
    adopted: done.flatMap(({ adopted }) => adopted),
    withdrawn: done.flatMap(({ withdrawn }) => withdrawn),
    failed,
  };
}

/** An assignment that is behind its plan, with the newest revision. */
export type NewerRevision = Awaited<ReturnType<typeof listNewerRevisions>>[number];

/** An assignment that adopted a newer revision, on the present local day of its relationship. */
export interface AdoptedRevision extends Adoption {
  readonly relationshipId: string;
  readonly planKind: PlanKind;
  readonly localDate: string;
}

/** The result of adopting newer revisions. */
export interface AdoptedRevisions {
  readonly adopted: readonly AdoptedRevision[];
  /** Cards of the present day that newer revisions leave out. */
  readonly withdrawn: readonly ChangedCard[];
  /** Assignments that failed and stay unchanged. */
  readonly failed: readonly { readonly item: NewerRevision; readonly fault: unknown }[];
}

function adoptOne(
  { relationshipId, revision, content, ...assigned }: NewerRevision,
  calendars: BroughtUp["calendars"],
): AdoptedRevision {
  const localDate = calendars.get(relationshipId)?.localDate;
  if (localDate === undefined) throw new Error("No calendar exists for the relationship");
  const { id, planKind } = assigned;
  return {
    id,
    planKind,
    relationshipId,
    localDate,
    appliedRevision: revision,
    ...adoptRevision(assigned, { revision, content }, localDate),
  };
}

/** Withdraws the present day's card if the newer revision leaves that day out, even if the calendar is stopped. */
async function withdrawLeftOut(
  tx: Tx,
  adopted: readonly AdoptedRevision[],
  now: Date,
): Promise<readonly ChangedCard[]> {
  const leftOut = adopted.filter(
    ({ planKind, plannedDates, localDate }) =>
      planKind === "CUSTOM_REMINDER" && !plannedDates.includes(localDate),
  );
  const sources = leftOut.map(({ relationshipId, id: sourceId, localDate: fromLocalDate }) => ({
    relationshipId,
    sourceId,
    fromLocalDate,
  }));
  return await withdrawCards(tx, sources, now);
}
