import { expect } from "@jest/globals";
import type { CoachTaskStatus } from "../../../../contract/inbox/vocabulary.ts";
import { ACTIVE_STATUSES, UNRESOLVED_STATUSES } from "../../../../contract/inbox/vocabulary.ts";
import { AgendaTask } from "../../../../db/agenda/agenda-task.ts";
import { CoachTask } from "../../../../db/inbox/coach-task.ts";
import { CoachTaskOccurrence } from "../../../../db/inbox/coach-task-occurrence.ts";
import { type ListedItemRow, listInbox } from "../../../../db/inbox/queries.ts";
import { countInbox } from "../../../../db/inbox/counts/queries.ts";
import { Notification } from "../../../../db/notifications/notification.ts";
import { clockNow } from "../../../../db/platform/transactions/transact.ts";
import {
  DAY_MS,
  BEGUN,
  MINUTE_MS,
  type Season,
  type SeasonClient,
  unresolvedOf,
} from "./season.ts";

const PAGE = 100;

/** Every task in some statuses, page by page. */
async function listAll(
  { em, coach: { workspaceId } }: Season,
  statuses: readonly CoachTaskStatus[],
): Promise<readonly ListedItemRow[]> {
  const listed: ListedItemRow[] = [];
  for (let after: ListedItemRow["position"] | null = null; ;) {
    const page = { workspaceId, sort: "PRIORITY", limit: PAGE, statuses, after } as const;
    const rows = await listInbox(em.fork(), page);
    listed.push(...rows.slice(0, PAGE));
    if (rows.length <= PAGE) return listed;
    after = listed.at(-1)?.position ?? null;
  }
}

/** A task about possible harm to a client is on the first page as URGENT within a minute of its sync. */
export async function requireBeforeCoach(
  { em, coach: { workspaceId } }: Season,
  { relationshipId }: SeasonClient,
  sentAt: Date,
): Promise<void> {
  const page = { workspaceId, sort: "PRIORITY", limit: 50, after: null } as const;
  const rows = await listInbox(em.fork(), { ...page, statuses: [...ACTIVE_STATUSES] });
  const own = rows.findIndex(
    ({ severity, text }) => severity === "URGENT" && text.includes(relationshipId),
  );
  expect(own).toBeGreaterThanOrEqual(0);
  expect(rows.slice(0, own).filter(({ severity }) => severity !== "URGENT")).toEqual([]);
  expect((await clockNow(em.fork())).getTime() - sentAt.getTime()).toBeLessThan(MINUTE_MS);
}

/** Invariants of tasks, lists and counts on every evening. */
export async function requireLawful(season: Season): Promise<void> {
  const unresolved = await unresolvedOf(season);
  const keys = unresolved.map(({ dedupeKey }) => dedupeKey);
  expect(keys).toEqual([...new Set(keys)]);
  await requireCounted(season);
  await requireWanted(season, unresolved);
}

/** The counts of the summary are those of the lists. */
async function requireCounted(season: Season): Promise<void> {
  const { workspaceId } = season.coach;
  const counts = await countInbox(season.em.fork(), { workspaceId });
  const total = (of: (one: (typeof counts)[number]) => number) =>
    counts.reduce((sum, one) => sum + of(one), 0);
  const active = await listAll(season, ACTIVE_STATUSES);
  const [snoozedRows, all] = [
    await listAll(season, ["SNOOZED"]),
    await listAll(season, UNRESOLVED_STATUSES),
  ];
  const inStatus = (wanted: CoachTaskStatus) =>
    active.filter(({ status }) => status === wanted).length;
  expect({
    open: total(({ open }) => open),
    inProgress: total(({ inProgress }) => inProgress),
    high: total(({ highSeverity }) => highSeverity),
    snoozed: total(({ snoozed }) => snoozed),
  }).toEqual({
    open: inStatus("OPEN"),
    inProgress: inStatus("IN_PROGRESS"),
    high: active.filter(({ severity }) => ["HIGH", "URGENT"].includes(severity)).length,
    snoozed: snoozedRows.length,
  });
  expect(all).toHaveLength(active.length + snoozedRows.length);
}

/** No open task has a completed source or a client who has left. */
async function requireWanted(season: Season, unresolved: readonly CoachTask[]): Promise<void> {
  const { em, clients } = season;
  const byId = new Map(clients.map((client) => [client.relationshipId, client]));
  const missed = await missedBy(season, unresolved);
  const $in = unresolved.map(({ id }) => id);
  const occurrences = await em.fork().find(CoachTaskOccurrence, { taskId: { $in } });
  const ofTask = Map.groupBy(occurrences, ({ taskId }) => taskId);
  for (const { id, relationshipId, sourceKind, occurrenceCount } of unresolved) {
    const client = byId.get(relationshipId);
    if (client === undefined) throw new Error("The task has no client");
    const { status, waits, reviewed } = client;
    expect(["ACTIVE", "PAUSED", "LEAVING"]).toContain(status);
    if (sourceKind === "MESSAGE") expect(waits).toBe(true);
    // A closed task may have had some of the misses in force.
    if (sourceKind === "CHECK_IN")
      expect(missed.get(relationshipId)).toBeGreaterThanOrEqual(occurrenceCount);
    if (sourceKind !== "SKIP" || reviewed === null) continue;
    const unseen = (ofTask.get(id) ?? []).filter(
      ({ localDate, acceptedAt }) =>
        localDate === null || localDate > reviewed.localDate || acceptedAt >= reviewed.at,
    );
    expect(unseen.length).toBeGreaterThan(0);
  }
}

/** On how many days each client with open misses missed a check-in since the last one that came. */
async function missedBy({ em }: Season, unresolved: readonly CoachTask[]) {
  const own = unresolved.filter(({ sourceKind }) => sourceKind === "CHECK_IN");
  const $in = own.map(({ relationshipId }) => relationshipId);
  const request = { relationshipId: { $in }, taskKind: "CHECK_IN" } as const;
  const checkIns = await em.fork().find(AgendaTask, request);
  const missed = new Map<string, number>();
  for (const [relationshipId, all] of Map.groupBy(checkIns, (one) => one.relationshipId)) {
    const done = all.filter(({ status }) => status === "COMPLETED");
    const last =
      done
        .map(({ localDate }) => localDate)
        .toSorted()
        .at(-1) ?? "";
    const since = all.filter(({ status, localDate }) => status === "MISSED" && localDate > last);
    missed.set(relationshipId, new Set(since.map(({ localDate }) => localDate)).size);
  }
  return missed;
}

/**
 * At most one digest per local day of the coach.
 * @returns how many there were.
 */
export async function requireOneDigestADay({ em, coach }: Season): Promise<number> {
  const request = { recipientUserId: coach.userId, category: "INBOX_DIGEST" } as const;
  const dates = (await em.fork().find(Notification, request)).map(({ localDate }) => localDate);
  expect(dates).toEqual([...new Set(dates)]);
  return dates.length;
}

/** Clients with an active or paused relationship. */
export const countPresent = ({ clients }: Season): number =>
  clients.filter(({ status }) => status !== "ENDED" && status !== "DELETED").length;

/**
 * New tasks of a week: on average at most three for each client who was present on its Monday, and the maximum for
 * one client.
 */
export async function requireFew({ em, coach }: Season, week: number, presentCount: number) {
  const mondayOf = (one: number) => new Date(BEGUN + one * 7 * DAY_MS);
  const createdAt = { $gte: mondayOf(week), $lt: mondayOf(week + 1) };
  const { workspaceId } = coach;
  const made = await em.fork().find(CoachTask, { workspaceId, createdAt });
  const byClient = [...Map.groupBy(made, ({ relationshipId }) => relationshipId).values()];
  expect(made.length / presentCount).toBeLessThanOrEqual(3);
  return { made: made.length, most: Math.max(0, ...byClient.map((own) => own.length)) };
}

/** Nothing is stored about a client who deleted their account. */
export async function requireForgotten({ em }: Season, client: SeasonClient): Promise<void> {
  const { relationshipId } = client;
  const tasks = await em.fork().find(CoachTask, { relationshipId });
  expect(tasks.length).toBeGreaterThan(0);
  for (const { status, summary, note, redactedAt } of tasks)
    expect({ status, code: summary.code, note, redactedAt }).toEqual({
      status: "ARCHIVED",
      code: "SOURCE_DELETED",
      note: null,
      redactedAt: expect.any(Date),
    });
}
