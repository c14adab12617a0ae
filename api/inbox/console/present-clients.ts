import type { SqlEntityManager } from "@mikro-orm/postgresql";
import {
  type RosterClient,
  rosterDaysSchema,
} from "../../../contract/inbox/console/roster-schema.ts";
import { ROSTER_LIMITS } from "../../../contract/inbox/console/vocabulary.ts";
import type { FactsOf, SourceKind } from "../../../contract/inbox/source-vocabulary.ts";
import { listRosterRows, listTaskFacts } from "../../../db/inbox/console/roster/queries.ts";
import type { RankedClient } from "../../../db/inbox/console/roster/rank-clients.ts";
import type { RosterRow } from "../../../db/inbox/console/roster/roster-rows.ts";
import { pipelineReads } from "../../../db/platform/pipeline/pipeline.ts";
import { mayOpen } from "../../../rules/inbox/may-open.ts";
import { addDays } from "../../../rules/local-day.ts";
import { joinObjects } from "../../text-answer.ts";
import { sentenceOf } from "../present-item.ts";

/**
 * Ranked clients as JSON for a member, in their order. Their rows and the facts about their tasks are read at the same
 * time on two connections. Each source that the member may open costs one statement.
 */
export async function presentClients(
  em: SqlEntityManager,
  ranked: readonly RankedClient[],
  { workspaceId, permissions }: RosterReader,
): Promise<readonly string[]> {
  const [first] = ranked;
  if (first === undefined) return [];
  const ids = ranked.map(({ id }) => id);
  const [rows, found] = await Promise.all([
    listRosterRows(em, { workspaceId, ids, rankedAt: first.rankedAt }),
    listFacts(em.fork(), ranked, permissions),
  ]);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const factsOf = new Map(found.flat().map(({ taskId, facts }) => [taskId, facts]));
  return ranked.flatMap(({ id, task }) => {
    const row = rowOf.get(id);
    if (row === undefined) return [];
    const attention = task && presentAttention(task, row, factsOf.get(task.taskId) ?? null);
    return [joinObjects(JSON.stringify(clientOf(row, attention)), `{"days":${daysOf(row)}}`)];
  });
}

/** Where a roster is read, and what its reader may open. */
export interface RosterReader {
  readonly workspaceId: string;
  readonly permissions: readonly string[];
}

async function listFacts(
  em: SqlEntityManager,
  ranked: readonly RankedClient[],
  permissions: readonly string[],
) {
  const open = ranked
    .flatMap(({ task }) => task ?? [])
    .filter(({ sourceContext }) => mayOpen(sourceContext, permissions));
  if (open.length === 0) return [];
  const byKind = [...Map.groupBy(open, ({ sourceKind }) => sourceKind)];
  return await pipelineReads(em, (executor) =>
    byKind.map(([kind, tasks]) =>
      listTaskFacts(
        executor,
        kind,
        tasks.map(({ taskId }) => taskId),
      ),
    ),
  );
}

function presentAttention(
  task: NonNullable<RankedClient["task"]>,
  { openTasks }: RosterRow,
  facts: FactsOf<SourceKind> | null,
): RosterClient["attention"] {
  const { sourceKind: _, sourceContext: __, ...shown } = task;
  const sentence = facts && sentenceOf<SourceKind>(facts.kind, facts);
  return { ...shown, facts, sentence, openTasks };
}

function clientOf(
  row: RosterRow,
  attention: RosterClient["attention"],
): Omit<RosterClient, "days"> {
  const { id, status, timezone, percent7, percent28, bucket, instanceId, reportedAt } = row;
  return {
    relationshipId: id,
    status,
    client: { userId: row.clientUserId, displayName: row.clientName },
    timezone,
    coach: { userId: row.coachUserId, displayName: row.coachName },
    attention,
    snoozedUntil: instantOf(row.snoozedUntil),
    percent7,
    percent28,
    bucket,
    onboarding:
      instanceId === null
        ? null
        : {
            instanceId,
            status: row.onboardingStatus,
            questionnaire: row.questionnaire,
            dueAt: instantOf(row.questionnaireDueAt),
            blocks: { programs: row.blocksPrograms, nutrition: row.blocksNutrition },
          },
    lastSyncAt: instantOf(row.lastSyncAt),
    outbox: reportedAt && {
      depth: row.outboxDepth,
      rejected: row.outboxRejected,
      reportedAt: reportedAt.toISOString(),
    },
  };
}

const instantOf = (at: Date | null): string | null => at && at.toISOString();

/** The days as JSON. PostgreSQL's text is forwarded unless a date is missing, as before the start or in a pause. */
function daysOf({ days, dayCount, today }: RosterRow): string {
  if (dayCount === ROSTER_LIMITS.days) return days;
  const byDate = new Map(
    rosterDaysSchema.parse(JSON.parse(days)).map((day) => [day.localDate, day]),
  );
  const dates = Array.from({ length: ROSTER_LIMITS.days }, (_, place) =>
    addDays(today, place + 1 - ROSTER_LIMITS.days),
  );
  return JSON.stringify(dates.map((localDate) => byDate.get(localDate) ?? noDay(localDate)));
}

function noDay(localDate: string): RosterClient["days"][number] {
  return { localDate, state: null, tasks: 0, completed: 0, skipped: 0, missed: 0, late: 0 };
}
