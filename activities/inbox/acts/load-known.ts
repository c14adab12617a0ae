import { MEMBER_PERMISSIONS } from "../../../contract/workspaces/vocabulary.ts";
import type { CoachTask } from "../../../db/inbox/coach-task.ts";
import type { QueryExecutor } from "../../../db/platform/pipeline/pipeline.ts";
import {
  getCoachTimezone,
  listNextCheckInDates,
} from "../../../db/inbox/list-next-check-in-dates.ts";
import { findRole, listUnresolvedTasks } from "../../../db/inbox/list-unresolved-tasks.ts";
import { listOpenSubmissions } from "../../../db/inbox/sources/open-submissions.ts";
import { mayOpen } from "../../../rules/inbox/may-open.ts";
import { presetUntil } from "../../../rules/inbox/preset-until.ts";
import { localDateOf, startOfLocalDay } from "../../../rules/local-day.ts";
import { zoneAt } from "../../../rules/relationships/relationship-zone.ts";
import { loadCompletedBySource } from "../load-completed-by-source.ts";
import { loadReviewedVersions } from "./source-review.ts";
import type { Actor, KnownToActs, TaskAct } from "./task-act.ts";
import type { LoadedTask } from "./loaded-task.ts";

/**
 * Reads what all acts of one coach need, together. It needs two statements for presets, and four for reviews. Acts
 * that query a source need one more than the source itself. There is no statement if no act needs any.
 */
export async function loadKnown(
  executor: QueryExecutor,
  requested: readonly RequestedAct[],
  { workspaceId, byUserId }: Actor,
): Promise<Read> {
  const needs = requested.some(({ taskAct }) => taskAct.needs?.permission === true);
  const reviewing = requested.filter(({ taskAct }) => taskAct.needs?.version === true);
  const reviewed = reviewing.map(({ loaded }) => loaded.task);
  const [presets, sources, role, submissions, versionOf] = await Promise.all([
    loadPresets(executor, requested, byUserId),
    loadSources(executor, requested),
    needs ? findRole(executor, workspaceId, byUserId) : null,
    listOpenSubmissions(executor, tasksWithSubmissions(reviewed)),
    loadReviewedVersions(executor, reviewed),
  ]);
  const permissions = role === null ? [] : MEMBER_PERMISSIONS[role];
  return {
    ...presets,
    ...sources,
    versionOf,
    mayOpen: ({ sourceContext }) => mayOpen(sourceContext, permissions),
    openSubmissions: ({ id }) => submissions.filter(({ taskId }) => taskId === id),
  };
}

function tasksWithSubmissions(tasks: readonly CoachTask[]): readonly string[] {
  return tasks.flatMap(({ id, sourceKind }) => (sourceKind === "FORM" ? id : []));
}

/** An act, and the task that it applies to. */
export interface RequestedAct {
  readonly loaded: LoadedTask;
  readonly taskAct: TaskAct;
}

/** Everything that acts need except other tasks, which the caller already has. */
type Read = Omit<KnownToActs, "findTask">;

async function loadPresets(
  executor: QueryExecutor,
  requested: readonly RequestedAct[],
  byUserId: string,
): Promise<Pick<Read, "presetUntil">> {
  const presets = requested.flatMap(({ taskAct: { needs }, loaded }) =>
    needs?.preset === undefined ? [] : [{ preset: needs.preset, loaded }],
  );
  if (presets.length === 0) return { presetUntil: () => null };
  const todays = presets
    .filter(({ preset }) => preset === "NEXT_CHECK_IN")
    .map(({ loaded }) => ({
      relationshipId: loaded.relationship.id,
      localDate: todayOf(loaded),
    }));
  const [coachTimezone, dates] = await Promise.all([
    getCoachTimezone(executor, byUserId),
    listNextCheckInDates(executor, todays),
  ]);
  return {
    presetUntil(loaded, preset) {
      const { relationship, actedAt } = loaded;
      const localDate = todayOf(loaded);
      const date = dates.find(
        (next) => next.relationshipId === relationship.id && next.after === localDate,
      );
      const zone = zoneAt(relationship, actedAt);
      const nextCheckInAt = date === undefined ? null : startOfLocalDay(date.localDate, zone);
      return presetUntil(preset, actedAt, { coachTimezone, nextCheckInAt });
    },
  };
}

/** The client's local day when the coach acted. */
function todayOf({ relationship, actedAt }: LoadedTask): string {
  return localDateOf(actedAt, zoneAt(relationship, actedAt));
}

async function loadSources(
  executor: QueryExecutor,
  requested: readonly RequestedAct[],
): Promise<Pick<Read, "findUnresolved" | "isCompletedBySource">> {
  const asking = requested.filter(({ taskAct: { needs } }) => needs?.source === true);
  const [first] = asking;
  if (first === undefined) return { findUnresolved: () => null, isCompletedBySource: () => false };
  const tasks = asking.map(({ loaded }) => loaded.task);
  const [unresolved, isCompletedBySource] = await Promise.all([
    listUnresolvedTasks(executor, tasks),
    loadCompletedBySource(executor, tasks, first.loaded.now),
  ]);
  return {
    isCompletedBySource,
    findUnresolved: ({ dedupeKey, id }) =>
      unresolved.find((own) => own.dedupeKey === dedupeKey && own.id !== id)?.id ?? null,
  };
}
