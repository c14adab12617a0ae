import type { MaterialiseSkip } from "../../../contract/agenda/materialise/vocabulary.ts";
import type {
  MaterialiseDays,
  MaterialisedSlice,
} from "../../../contract/agenda/materialise/schema.ts";
import {
  listRequestedRelationships,
  listDayVersions,
} from "../../../db/agenda/calendar/list-requested-relationships.ts";
import { rowFaultOf } from "../../../db/platform/transactions/fault-class.ts";
import { lockScopes } from "../../../db/platform/scopes/lock-scopes.ts";
import { listSourcedRelationships } from "../../../db/plans/queries.ts";
import { clockNow, isIsolating, type Tx } from "../../../db/platform/transactions/transact.ts";
import { isBehind } from "../../../rules/agenda/calendar/calendar.ts";
import { judgeMaterialising } from "../../../rules/agenda/calendar/judge-materialising.ts";
import { planKindsOf } from "../../../rules/plans/task-kind.ts";
import { type Bisected, bisectRows } from "../../bisect-rows.ts";
import { type BroughtUp, bringUpToNow } from "./open-days.ts";

/**
 * Opens the days of at most 50 relationships up to their present local day. Skipped relationships stay unchanged
 * (docs/rooms/agenda.md#materialising-on-request). One whose days cannot be opened does not delay the others.
 */
export async function materialiseRequested(
  tx: Tx,
  relationshipIds: readonly string[],
  asking: MaterialiseAsking,
): Promise<RequestedSlice> {
  await lockScopes(tx, relationshipIds);
  const judged = await judgeAll(tx, relationshipIds, asking);
  const open = judged.flatMap(({ relationshipId, reason }) =>
    reason === null ? [relationshipId] : [],
  );
  const origin = { now: await clockNow(tx), requestId: asking.requestId };
  const { done, failed } = await openEach(tx, open, origin);
  const touched = done.flatMap((each) => each.touched);
  const notOpened = new Set(failed.map(({ item }) => item));
  const slice = {
    materializedCount: done.flatMap(({ made }) => made).length,
    projectionVersions: await listDayVersions(tx, touched),
    outboxEventCount: touched.length,
    skipped: judged.flatMap(({ relationshipId, reason }) => {
      const skip = notOpened.has(relationshipId) ? ("NOT_OPENED" as const) : reason;
      return skip === null ? [] : [{ relationshipId, reason: skip }];
    }),
  };
  const calendars = done.flatMap((each) => [...each.calendars.values()]);
  return { slice, isBehind: calendars.some((calendar) => isBehind(calendar, origin.now)) };
}

/** A request to materialise days, and its origin. */
export interface MaterialiseAsking extends Pick<
  MaterialiseDays,
  "sourceContext" | "sourceIds" | "from" | "to"
> {
  readonly requestId: string;
}

/** The result of one transaction. */
export interface RequestedSlice {
  readonly slice: MaterialisedSlice;
  /** True if a relationship missed more days than one transaction opens; the caller must call again. */
  readonly isBehind: boolean;
}

/**
 * Opens all together. After a row fault it runs again under savepoints and bisects until the faulty relationships are
 * isolated.
 */
async function openEach(
  tx: Tx,
  relationshipIds: readonly string[],
  origin: Parameters<typeof bringUpToNow>[2],
): Promise<Bisected<string, BroughtUp>> {
  const open = (some: readonly string[]) => bringUpToNow(tx, some, origin);
  if (!isIsolating(tx)) return { done: [await open(relationshipIds)], failed: [] };
  return await bisectRows(tx, relationshipIds, open);
}

/** Merges the results of several transactions into one; each day appears as the last of them left it. */
export function together(slices: readonly MaterialisedSlice[]): MaterialisedSlice {
  const versions = new Map(
    slices.flatMap(({ projectionVersions }) =>
      projectionVersions.map((each) => [`${each.relationshipId}/${each.localDate}`, each]),
    ),
  );
  const sum = (count: (slice: MaterialisedSlice) => number) =>
    slices.reduce((total, slice) => total + count(slice), 0);
  return {
    materializedCount: sum(({ materializedCount }) => materializedCount),
    projectionVersions: [...versions.values()],
    outboxEventCount: sum(({ outboxEventCount }) => outboxEventCount),
    skipped: slices.at(-1)?.skipped ?? [],
  };
}

async function judgeAll(tx: Tx, relationshipIds: readonly string[], asking: MaterialiseAsking) {
  const now = await clockNow(tx);
  const rows = await listRequestedRelationships(tx, relationshipIds);
  const known = new Map(rows.map((row) => [row.id, row]));
  const meant = await meantOf(tx, relationshipIds, asking);
  return relationshipIds.map((relationshipId) => {
    const row = known.get(relationshipId);
    const requested = row && { ...row, isMeant: meant.has(relationshipId) };
    return { relationshipId, reason: judge(requested, asking, now) };
  });
}

/**
 * A relationship that cannot be judged, for example with a time zone that no longer exists, counts as one that cannot
 * be opened.
 */
function judge(...requested: Parameters<typeof judgeMaterialising>): MaterialiseSkip | null {
  try {
    return judgeMaterialising(...requested);
  } catch (fault) {
    if (rowFaultOf(fault) === null) throw fault;
    return "NOT_OPENED";
  }
}

/** The relationships that have one of the named sources; all of them if none is named. */
async function meantOf(
  tx: Tx,
  relationshipIds: readonly string[],
  { sourceContext, sourceIds }: MaterialiseAsking,
): Promise<ReadonlySet<string>> {
  if (sourceContext === undefined && sourceIds === undefined) return new Set(relationshipIds);
  const kinds = sourceContext === undefined ? null : planKindsOf(sourceContext);
  const sources = { kinds, assignmentIds: sourceIds ?? null };
  return new Set(await listSourcedRelationships(tx, relationshipIds, sources));
}
