import type { SourceKind } from "../../contract/inbox/source-vocabulary.ts";
import type { CoachTask } from "../../db/inbox/coach-task.ts";
import { pipeline, executorOf } from "../../db/platform/pipeline/pipeline.ts";
import {
  releaseCovered,
  type InboxRelationship,
  insertCovered,
  listInboxRelationships,
  listNewestTasks,
  listCovered,
  loadTasks,
  type CoveredOccurrence,
} from "../../db/inbox/inbox-rows.ts";
import { lockScopes } from "../../db/platform/scopes/lock-scopes.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import type { SourceCase } from "../../rules/inbox/source-case.ts";
import { applyOutcome } from "./apply-outcome.ts";
import type { CaseState, SettledCase } from "./case-state.ts";
import { judgeCase } from "./judge-case.ts";
import { type LoadedCases, loadCases } from "./load-cases.ts";
import { type ExtraEvents, recordChanges, type TaskChange } from "./record-changes.ts";

/**
 * Queries the sources of some relationships and updates their tasks (docs/rooms/inbox.md#sources). It runs under the
 * locks of their scopes; any number of runs in any order have the same result. The number of statements depends on
 * the kinds of sources.
 *
 * @returns how many tasks were opened, refreshed or completed.
 */
export async function settleSources(tx: Tx, scan: SourceScan): Promise<number> {
  const { relationshipIds, kinds, oldestDate } = scan;
  const [, now, relationships] = await pipeline(tx, (executor) => [
    lockScopes(executor, relationshipIds),
    clockNow(executor),
    listInboxRelationships(executor, relationshipIds, kinds),
  ]);
  if (relationships.length === 0) return 0;
  const query = { relationships, kinds, oldestDate, conversationId: null };
  const [found] = await pipeline(tx, (executor) => [loadCases(executor, query, now)]);
  const cases = { kinds, dedupeKeys: found.cases.map(({ dedupeKey }) => dedupeKey) };
  const changes = await settleFound(tx, { scan, now, relationships, found, cases });
  return changes.length;
}

/** The sources to query, and their relationships. */
export interface SourceScan {
  readonly relationshipIds: readonly string[];
  readonly kinds: readonly SourceKind[];
  /** The oldest local day that an event named; null for none. */
  readonly oldestDate: string | null;
  /** The event recorded as the cause, by relationship. */
  readonly causes: ReadonlyMap<string, string>;
  readonly requestId: string | null;
}

/** The present occurrences of locked relationships, and the cases to settle. */
export interface FoundSources {
  readonly scan: Pick<SourceScan, "causes" | "requestId">;
  readonly now: Date;
  readonly relationships: readonly InboxRelationship[];
  readonly found: LoadedCases;
  /** Cases with these keys, and those of unresolved tasks of these kinds. */
  readonly cases: { readonly kinds: readonly SourceKind[]; readonly dedupeKeys: readonly string[] };
}

/**
 * Updates the tasks of some cases to the present occurrences of their sources.
 *
 * @param extraEvents further statements, sent with the last writes; they depend on the changed tasks.
 */
export async function settleFound(
  tx: Tx,
  { scan, now, relationships, found, cases }: FoundSources,
  extraEvents: ExtraEvents = () => [],
): Promise<readonly TaskChange[]> {
  const ids = relationships.map(({ id }) => id);
  const { dedupeKeys } = cases;
  const [newest, named] = await pipeline(tx, (executor) => [
    listNewestTasks(executor, ids, cases),
    listCovered(executor, ids, dedupeKeys, now),
  ]);
  const tasks = await loadTasks(tx, newest);
  const others = tasks.map((task) => task.dedupeKey).filter((key) => !dedupeKeys.includes(key));
  const covered = [...named, ...(await listCovered(executorOf(tx), ids, others, now))];
  const settled = relationships.flatMap((relationship) =>
    casesAt(relationship, { cases: found.cases, tasks, covered }).map((at) =>
      judgeCase(at, { reviews: found.reviews, from: found.from, now }),
    ),
  );
  return await writeSettled(tx, settled, { scan, now, extraEvents });
}

interface Loaded {
  readonly cases: readonly SourceCase[];
  readonly tasks: readonly CoachTask[];
  readonly covered: readonly CoveredOccurrence[];
}

function casesAt(relationship: InboxRelationship, loaded: Loaded): readonly CaseState[] {
  const isOwn = ({ relationshipId }: { readonly relationshipId: string }) =>
    relationshipId === relationship.id;
  const cases = new Map(loaded.cases.filter(isOwn).map((one) => [one.dedupeKey, one]));
  const tasks = new Map(loaded.tasks.filter(isOwn).map((task) => [task.dedupeKey, task]));
  const covered = Map.groupBy(loaded.covered.filter(isOwn), ({ dedupeKey }) => dedupeKey);
  return [...new Set([...cases.keys(), ...tasks.keys()])].map((dedupeKey) => ({
    relationship,
    dedupeKey,
    found: cases.get(dedupeKey) ?? null,
    task: tasks.get(dedupeKey) ?? null,
    covered: covered.get(dedupeKey) ?? [],
  }));
}

async function writeSettled(
  tx: Tx,
  settled: readonly SettledCase[],
  {
    scan,
    now,
    extraEvents,
  }: Pick<FoundSources, "scan" | "now"> & { readonly extraEvents: ExtraEvents },
): Promise<readonly TaskChange[]> {
  const applied = settled.map((one) => applyOutcome(tx, one, scan.causes, now));
  const gone = settled.flatMap((one) => one.gone);
  const covered = applied.flatMap((one) => one.covered);
  const changes = applied.flatMap((one) => one.changes);
  await tx.flush();
  const written: ExtraEvents = (executor) => [
    releaseCovered(executor, gone),
    insertCovered(executor, covered),
    ...extraEvents(executor, changes),
  ];
  await recordChanges(tx, changes, { now, requestId: scan.requestId }, { extraEvents: written });
  return changes;
}
