import type { PlanKind } from "../../../contract/plans/vocabulary.ts";
import type { ChangedCard } from "../../../db/agenda/cards/put-cards.ts";
import { withdrawCards } from "../../../db/agenda/cards/withdraw-cards.ts";
import {
  type listNewerRevisions,
  storeTakenOver,
  type TakenOver,
} from "../../../db/plans/followers.ts";
import { isIsolating, type Tx } from "../../../db/transact.ts";
import { takeOver } from "../../../rules/plans/plan-dates.ts";
import { bisectRows } from "../../bisect-rows.ts";
import type { BroughtUp } from "./open-days.ts";
import { withSavepointsOnFault } from "../../with-savepoints-on-fault.ts";

/**
 * Adopts newer revisions from the present local days of their relationships on. An assignment that fails delays no
 * other (docs/rooms/plans.md#followers); until one fails there is no savepoint. The caller holds the scopes' locks.
 *
 * @param calendars of those relationships.
 */
export async function takeOverRevisions(
  tx: Tx,
  newer: readonly NewerRevision[],
  { calendars, now }: Pick<BroughtUp, "calendars"> & { readonly now: Date },
): Promise<TakenRevisions> {
  const takeAll = async (some: readonly NewerRevision[]) => {
    const taken = some.map((one) => takeOne(one, calendars));
    await storeTakenOver(tx, taken, now);
    return { taken, withdrawn: await withdrawLeftOut(tx, taken, now) };
  };
  if (!isIsolating(tx)) {
    const all = await withSavepointsOnFault(tx, () => takeAll(newer));
    return { ...all, failed: [] };
  }
  const { done, failed } = await bisectRows(tx, newer, takeAll);
  return {
    taken: done.flatMap(({ taken }) => taken),
    withdrawn: done.flatMap(({ withdrawn }) => withdrawn),
    failed,
  };
}

/** An assignment that is behind its plan, with the newest revision. */
export type NewerRevision = Awaited<ReturnType<typeof listNewerRevisions>>[number];

/** An assignment that adopted a newer revision, on the present local day of its relationship. */
export interface TakenRevision extends TakenOver {
  readonly relationshipId: string;
  readonly planKind: PlanKind;
  readonly localDate: string;
}

/** The result of adopting newer revisions. */
export interface TakenRevisions {
  readonly taken: readonly TakenRevision[];
  /** Cards of the present day that newer revisions leave out. */
  readonly withdrawn: readonly ChangedCard[];
  /** Assignments that failed and stay unchanged. */
  readonly failed: readonly { readonly item: NewerRevision; readonly fault: unknown }[];
}

function takeOne(
  { relationshipId, revision, content, ...assigned }: NewerRevision,
  calendars: BroughtUp["calendars"],
): TakenRevision {
  const localDate = calendars.get(relationshipId)?.localDate;
  if (localDate === undefined) throw new Error("No calendar exists for the relationship");
  const { id, planKind } = assigned;
  return {
    id,
    planKind,
    relationshipId,
    localDate,
    appliedRevision: revision,
    ...takeOver(assigned, { revision, content }, localDate),
  };
}

/** Withdraws the present day's card if the newer revision leaves that day out, even if the calendar is stopped. */
async function withdrawLeftOut(
  tx: Tx,
  taken: readonly TakenRevision[],
  now: Date,
): Promise<readonly ChangedCard[]> {
  const leftOut = taken.filter(
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
