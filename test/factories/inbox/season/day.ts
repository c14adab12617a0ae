import { pino } from "pino";
import { scanDays, type DayPlaceText } from "../../../../activities/agenda/closing/scan-days.ts";
import { settleInboxTask } from "../../../../activities/inbox/actor/settle-inbox-task.ts";
import { decideDigests } from "../../../../activities/inbox/upkeep/decide-digests.ts";
import { archiveClosedTasks } from "../../../../activities/inbox/upkeep/archive-closed-tasks.ts";
import { rescoreTasks } from "../../../../activities/inbox/upkeep/rescore-tasks.ts";
import { presentItem } from "../../../../api/inbox/present-item.ts";
import { coachTaskItemSchema } from "../../../../contract/inbox/schema.ts";
import { ACTIVE_STATUSES } from "../../../../contract/inbox/vocabulary.ts";
import { MEMBER_PERMISSIONS } from "../../../../contract/workspaces/vocabulary.ts";
import { listInbox } from "../../../../db/inbox/queries.ts";
import { CoachTask } from "../../../../db/inbox/coach-task.ts";
import { Notification } from "../../../../db/notifications/notification.ts";
import { clockNow, transact } from "../../../../db/platform/transactions/transact.ts";
import { scanAllCalendars } from "../../agenda/scan-all-calendars.ts";
import { DAY_MS, dateOf, forEachClient, hear, type Season, unresolvedOf } from "./season.ts";
import { live } from "./clients.ts";
import { clear } from "./coach.ts";
import { requireLawful } from "./laws.ts";
import { turnRelationships } from "./turns.ts";

const log = pino({ level: "silent" });
/** Hours of the morning, in UTC, at which the digest is due for a check: before, at and after seven in Berlin. */
const DIGEST_SCANS = [4.9, 5, 6, 6.25, 7] as const;
const [LIVES, CLEARS] = [9, 18];

/**
 * Plays a day. The product opens and closes days, ends snoozes and sends the digest; then clients use their apps, and
 * the coach works.
 */
export async function playDay(season: Season, day: number): Promise<void> {
  const { em, clients, clockAt } = season;
  await clockAt(day, 0.02);
  await scanAllCalendars(em);
  await closeAll(season);
  await transact(em, (tx) => archiveClosedTasks(tx, 1_000));
  await turnRelationships(season, day);
  await hear(season, clients);
  await wake(season);
  for (const hours of DIGEST_SCANS) {
    await clockAt(day, hours);
    await decideDigests(em, { after: null });
  }
  await rescore(season);
  await clockAt(day, LIVES);
  await wake(season);
  await forEachClient(season, (client) => live(season, client, day));
  await rescore(season);
  await requireLawful(season);
  await clockAt(day, CLEARS);
  await wake(season);
  await clear(season, day);
  await requireLawful(season);
}

async function closeAll({ em }: Season): Promise<void> {
  let after: DayPlaceText | null = null;
  do ({ after } = await scanDays({ em, log }, { after }));
  while (after !== null);
}

async function rescore({ em }: Season): Promise<void> {
  while ((await rescoreTasks(em, { except: [] })).full);
}

/** Wakes the actors of ended snoozes and of tasks in progress. */
async function wake(season: Season): Promise<void> {
  const now = await clockNow(season.em.fork());
  for (const { id: taskId, status, snoozedUntil } of await unresolvedOf(season))
    if (status === "IN_PROGRESS" || (snoozedUntil !== null && snoozedUntil <= now))
      await settleInboxTask(season.em, { taskId });
}

/** The inbox on a Monday morning, in one line: the seven days before it, and the open tasks. */
export async function mondayLine(season: Season, day: number): Promise<string> {
  const { em, coach } = season;
  const { workspaceId, userId: recipientUserId } = coach;
  const now = await clockNow(em.fork());
  const $gte = new Date(now.getTime() - 7 * DAY_MS);
  const made = await em.fork().count(CoachTask, { workspaceId, createdAt: { $gte } });
  const done = await em.fork().count(CoachTask, { workspaceId, closedAt: { $gte } });
  const digest = { recipientUserId, category: "INBOX_DIGEST", decidedAt: { $gte } } as const;
  const digests = await em.fork().count(Notification, digest);
  const unresolved = await unresolvedOf(season);
  const ages = unresolved.map(({ createdAt }) => now.getTime() - createdAt.getTime());
  const oldest = Math.round(Math.max(0, ...ages) / DAY_MS);
  const urgent = unresolved.filter(({ severity }) => severity === "URGENT").length;
  return `Monday ${dateOf(day)}, week ${day / 7}: ${made} new, ${unresolved.length} open, ${done} done, oldest ${oldest} days, ${urgent} urgent, ${digests} digests`;
}

/** The first page as a coach reads it: the reason of each row, and what it is about. */
export async function firstPage({ em, coach }: Season): Promise<string> {
  const { workspaceId, userId } = coach;
  const page = { workspaceId, sort: "PRIORITY", limit: 50, after: null } as const;
  const rows = await listInbox(em.fork(), { ...page, statuses: ACTIVE_STATUSES });
  const reader = { userId, permissions: MEMBER_PERMISSIONS.OWNER, readThrough: null };
  const items = rows.map((row) => coachTaskItemSchema.parse(JSON.parse(presentItem(row, reader))));
  return items
    .map(({ score, severity, why, sentence }) =>
      [score.total, severity, why.sentence, "=>", sentence?.en, "|", sentence?.de].join(" "),
    )
    .join("\n");
}
