import type { TaskNudge } from "../../contract/inbox/schema.ts";
import { NOTIFICATIONS } from "../../contract/notifications/notifications.ts";
import type { CoachTask } from "../../db/inbox/coach-task.ts";
import {
  listAsked,
  listNudgedClients,
  type NudgedClient,
} from "../../db/notifications/nudged-clients.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import {
  daysAround,
  deliveryDate,
  isNotifiedOn,
} from "../../rules/notifications/is-notified-on.ts";
import {
  judgeNotification,
  type NotificationVerdict,
} from "../../rules/notifications/judge-notification.ts";
import { preferencesOf } from "../../rules/notifications/preferences-of.ts";
import {
  type DecidedNotification,
  decideNotification,
} from "../notifications/decide-notification.ts";
import { reachOf } from "../notifications/judge-occasion.ts";

/**
 * Decides about the nudge of a task that a coach resolved as NUDGE_SENT (docs/rooms/inbox.md#nudges). The caller has
 * locked the relationship, so that two nudges of one client see each other.
 */
export async function decideNudge(
  tx: Tx,
  task: CoachTask,
  now: Date,
): Promise<DecidedNotification> {
  return await decideNotification(tx, {
    ...occasionOf(task),
    verdict: "ASK",
    now,
    requestId: "inbox-task-actor",
  });
}

/**
 * Decides about the nudges of resolved tasks, by task, from what is known now; nothing for tasks without
 * one. If a client has several nudges within one call, only the first is sent. Two statements, however many tasks.
 */
export async function foreseeNudges(
  tx: Tx,
  tasks: readonly CoachTask[],
): Promise<ReadonlyMap<string, TaskNudge>> {
  const nudged = tasks.flatMap((task) =>
    task.nudgeAt === null ? [] : [{ task, nudgeAt: task.nudgeAt }],
  );
  if (nudged.length === 0) return new Map();
  const ids = nudged.map(({ task }) => task.id);
  const clients = new Map((await listNudgedClients(tx, ids)).map((one) => [one.taskId, one]));
  const asked: AskedOf[] = await listAsked(
    tx,
    nudged.map(({ task }) => task.clientUserId),
    around(nudged.map(({ nudgeAt }) => nudgeAt)),
  );
  const foreseen = nudged.flatMap(({ task, nudgeAt }) => {
    const client = clients.get(task.id);
    if (client === undefined) return [];
    const occasion = occasionOf(task);
    const verdict = judgeNudge({ client, occasion, asked }, nudgeAt);
    const at = nudgeAt.toISOString();
    const { outcome, reason } = verdict;
    const deliverAfter = verdict.outcome === "DEFER" ? verdict.until.toISOString() : null;
    if (outcome !== "SUPPRESS")
      asked.push({ ...client, dedupeKey: occasion.dedupeKey, at: deliverAfter ?? at });
    return [[task.id, { at, outcome, reason, deliverAfter }] as const];
  });
  return new Map(foreseen);
}

/** When a client is asked for something. */
type AskedOf = Awaited<ReturnType<typeof listAsked>>[number];

function around(instants: readonly Date[]) {
  const ranges = instants.map(daysAround);
  return {
    from: new Date(Math.min(...ranges.map(({ from }) => from.getTime()))),
    until: new Date(Math.max(...ranges.map(({ until }) => until.getTime()))),
  };
}

/** Judges a nudge as `judgeOccasion` will, from facts that were read for many. */
function judgeNudge(
  {
    client,
    occasion,
    asked,
  }: {
    readonly client: NudgedClient;
    readonly occasion: ReturnType<typeof occasionOf>;
    readonly asked: readonly AskedOf[];
  },
  nudgeAt: Date,
): NotificationVerdict {
  const { timezone } = client;
  const preferences = preferencesOf(client.preference);
  const notifiedAt = asked
    .filter(({ clientUserId }) => clientUserId === client.clientUserId)
    .filter(({ dedupeKey }) => dedupeKey !== occasion.dedupeKey)
    .map(({ at }) => at);
  const day = deliveryDate(nudgeAt, timezone, preferences.quietHours);
  const alreadyNotified = isNotifiedOn(day, { notifiedAt, timezone });
  const { category, localDate } = occasion;
  const policy = NOTIFICATIONS[category];
  const judged = { ...client, category, localDate, policy, preferences, alreadyNotified };
  return judgeNotification({ ...NEVER, ...judged, reach: reachOf(client) }, nudgeAt);
}

/** Obstacles that no nudge has. */
const NEVER = {
  decidedAt: null,
  notifiedOfClient: false,
  sentTogether: false,
  coincidesWithUrgent: false,
  inDigest: false,
  windowMissed: false,
  tapered: false,
} as const;

/** A nudge asks for what the source of the task misses: the questionnaire, or a check-in. */
function occasionOf({
  id,
  sourceKind,
  sourceId,
  clientUserId,
  relationshipId,
  nudgeAt,
}: CoachTask) {
  const category = sourceKind === "QUESTIONNAIRE" ? "ONBOARDING_NUDGE" : "CHECK_IN_NUDGE";
  const about = { subjectId: sourceId, relationshipId, recipientUserId: clientUserId };
  const dedupeKey = `inbox-nudge:${id}:${nudgeAt?.getTime() ?? 0}`;
  return { ...about, category, dedupeKey, localDate: null } as const;
}
