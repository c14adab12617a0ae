import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { AdmissionDeps } from "../../../../activities/sync/admission/admission.ts";
import type { CoachTask } from "../../../../db/inbox/coach-task.ts";
import { isUnresolved } from "../../../../rules/inbox/settle-case.ts";
import type { InboxRows } from "./laws.ts";
import type { JudgedTask, InboxTruth } from "./truth.ts";
import type { BuiltScope } from "../../sync/sync.ts";

/** An inbox while a history is played: its client, the facts about it, and the rows to compare them with. */
export interface PlayedInbox {
  readonly em: SqlEntityManager;
  readonly deps: AdmissionDeps;
  readonly scope: BuiltScope;
  readonly truth: InboxTruth;
  isPaused: boolean;
  now(): Promise<Date>;
  rows(): Promise<InboxRows>;
}

/** The state of a task for the table. */
export async function stateOf(
  inbox: PlayedInbox,
  task: CoachTask,
  { tasks, occurrences }: InboxRows,
): Promise<JudgedTask> {
  const coveredBy = new Map(occurrences.map((one) => [one.occurrenceKey, one.taskId]));
  const ofCase = [...inbox.truth.happenings.values()].filter(({ key, conversationId }) =>
    conversationId === null
      ? coveredBy.get(key) === task.id || (coveredBy.get(key) === undefined && isOwnSkip(task))
      : task.dedupeKey.endsWith(conversationId),
  );
  const isWanted = ofCase.some(({ key }) => {
    const owner = coveredBy.get(key);
    return inbox.truth.wants(key) && (owner === undefined || owner === task.id);
  });
  const isOvertaken = tasks.some(
    (other) =>
      other.id !== task.id && other.dedupeKey === task.dedupeKey && isUnresolved(other.status),
  );
  const { isPaused } = inbox;
  return { task, now: await inbox.now(), isPaused, isWanted, isOvertaken };
}

/**
 * Whether a skip that the inbox has not consumed may belong to the case of a task. The outcome of an act is not
 * predicted then.
 */
export function isUncertain(
  { truth }: PlayedInbox,
  task: CoachTask,
  { occurrences }: InboxRows,
): boolean {
  const covered = new Set(occurrences.map(({ occurrenceKey }) => occurrenceKey));
  return isOwnSkip(task) && [...truth.happenings.keys()].some((key) => !covered.has(key));
}

const isOwnSkip = ({ sourceKind }: CoachTask) => sourceKind === "SKIP";
