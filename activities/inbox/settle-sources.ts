import type { SourceKind } from "../../contract/inbox/vocabulary.ts";
import type { CoachTask } from "../../db/inbox/coach-task.ts";
import { lineOf } from "../../db/flight.ts";
import {
  forgetTaken,
  type InboxRelationship,
  insertTaken,
  listInboxRelationships,
  listTaken,
  loadNewestTasks,
  type TakenOccurrence,
} from "../../db/inbox/inbox-rows.ts";
import { lockScopes } from "../../db/lock-scopes.ts";
import { clockNow, type Tx } from "../../db/transact.ts";
import type { SourceCase } from "../../rules/inbox/source-cases.ts";
import { applyOutcome } from "./apply-outcome.ts";
import type { CaseAtHand, SettledCase } from "./case-at-hand.ts";
import { judgeCase } from "./judge-case.ts";
import { loadCases } from "./load-cases.ts";
import { recordChanges } from "./task-events.ts";

/** What is to be looked at of some relationships. */
export interface SourceLook {
  readonly relationshipIds: readonly string[];
  readonly kinds: readonly SourceKind[];
  /** The oldest day that an event told of; null for none. */
  readonly oldestDate: string | null;
  /** By relationship the event that is told as the cause. */
  readonly causes: ReadonlyMap<string, string>;
  readonly requestId: string | null;
}

/**
 * Asks the sources of some relationships what of them wants a coach, and brings their tasks to it
 * (docs/rules.md#inbox-sources). Under the locks of their scopes; any number of times, in any order, it comes to the
 * same. The number of statements follows from the kinds of sources.
 *
 * @returns how many tasks were opened, refreshed or completed.
 */
export async function settleSources(tx: Tx, look: SourceLook): Promise<number> {
  const { kinds, requestId } = look;
  await lockScopes(tx, look.relationshipIds);
  const now = await clockNow(tx);
  const line = lineOf(tx);
  const relationships = await listInboxRelationships(line, look.relationshipIds, kinds);
  if (relationships.length === 0) return 0;
  const ids = relationships.map(({ id }) => id);
  const found = await loadCases(line, { relationships, kinds, oldestDate: look.oldestDate }, now);
  const named = found.cases.map(({ dedupeKey }) => dedupeKey);
  const tasks = await loadNewestTasks(tx, ids, { kinds, dedupeKeys: named });
  const keys = [...new Set([...named, ...tasks.map(({ dedupeKey }) => dedupeKey)])];
  const taken = await listTaken(line, ids, keys, now);
  const settled = relationships.flatMap((relationship) =>
    casesAt(relationship, { cases: found.cases, tasks, taken }).map((at) =>
      judgeCase(at, { reviews: found.reviews, from: found.from, now }),
    ),
  );
  return await writeSettled(tx, settled, { look, now, requestId });
}

interface Loaded {
  readonly cases: readonly SourceCase[];
  readonly tasks: readonly CoachTask[];
  readonly taken: readonly TakenOccurrence[];
}

function casesAt(relationship: InboxRelationship, loaded: Loaded): readonly CaseAtHand[] {
  const isOwn = ({ relationshipId }: { readonly relationshipId: string }) =>
    relationshipId === relationship.id;
  const cases = new Map(loaded.cases.filter(isOwn).map((one) => [one.dedupeKey, one]));
  const tasks = new Map(loaded.tasks.filter(isOwn).map((task) => [task.dedupeKey, task]));
  const taken = Map.groupBy(loaded.taken.filter(isOwn), ({ dedupeKey }) => dedupeKey);
  return [...new Set([...cases.keys(), ...tasks.keys()])].map((dedupeKey) => ({
    relationship,
    dedupeKey,
    found: cases.get(dedupeKey) ?? null,
    task: tasks.get(dedupeKey) ?? null,
    taken: taken.get(dedupeKey) ?? [],
  }));
}

async function writeSettled(
  tx: Tx,
  settled: readonly SettledCase[],
  origin: { readonly look: SourceLook; readonly now: Date; readonly requestId: string | null },
): Promise<number> {
  const { look, now, requestId } = origin;
  const applied = settled.map((one) => applyOutcome(tx, one, look.causes, now));
  await tx.flush();
  await forgetTaken(
    tx,
    settled.flatMap(({ gone }) => gone),
  );
  await insertTaken(
    tx,
    applied.flatMap(({ taken }) => taken),
  );
  const changes = applied.flatMap((one) => one.changes);
  await recordChanges(tx, changes, { now, requestId });
  return changes.length;
}
