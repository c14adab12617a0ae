import { afterAll, expect, test } from "@jest/globals";
import { pino } from "pino";
import { lookAtDays } from "../../activities/agenda/closing/look-at-days.ts";
import { actOnTask } from "../../activities/inbox/acts/act-on-task.ts";
import { resolving, reviewing } from "../../activities/inbox/acts/close-task.ts";
import { STARTING } from "../../activities/inbox/acts/start-task.ts";
import type { TaskAct } from "../../activities/inbox/acts/task-act.ts";
import { settleSources } from "../../activities/inbox/settle-sources.ts";
import { decideDigests } from "../../activities/inbox/upkeep/decide-digests.ts";
import { rescoreTasks } from "../../activities/inbox/upkeep/rescore-tasks.ts";
import { SOURCE_KINDS, UNRESOLVED_STATUSES } from "../../contract/inbox/vocabulary.ts";
import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import { listDayTasks } from "../../db/agenda/queries.ts";
import { lineOf } from "../../db/flight.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { Notification } from "../../db/notifications/notification.ts";
import { openDatabase } from "../../db/orm.ts";
import { transact } from "../../db/transact.ts";
import { featureSettlements } from "../../workers/feature-settlements.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { buildAgendaOwner } from "../factories/agenda-owner.ts";
import { type Draw, drawFrom } from "../factories/draw.ts";
import { buildCoach } from "../factories/identity.ts";
import { lookAtAll } from "../factories/look-at-all.ts";
import { buildAssignment, planBodies } from "../factories/plans.ts";
import { setClock } from "../factories/set-clock.ts";
import { settleOf, settlementDeps } from "../factories/settlement.ts";
import { admissionDeps, buildDevice, queued, submit } from "../factories/sync.ts";
import { verdictsOf } from "../factories/verdicts.ts";
import { campaignSeed, campaignSize } from "../harness/campaign.ts";
import { openTestDatabase } from "../harness/database.ts";

const ORDINARY_DAYS = 8;
/** Days of the season; 26 weeks of 200 clients when played at length. */
const DAYS = campaignSize("SEASON_DAYS", ORDINARY_DAYS);
const CLIENTS = DAYS > ORDINARY_DAYS ? 200 : 6;
const SEED = campaignSeed();
const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];
const DAY_MS = 24 * HOUR_MS;
/** A Monday. */
const BEGUN = Date.parse("2027-03-01T00:00:00.000Z");
const { appUrl, ownerUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "inbox season" });
const { em } = database;
const admission = admissionDeps(em, operationFeatures);
const settling = settlementDeps(em, featureSettlements, operationFeatures);
const log = pino({ level: "silent" });
afterAll(() => database.close());

/** How a client lives: of a thousand days, on how many one thing is skipped for a reason of each sort. */
interface Behaviour {
  readonly name: string;
  /** Of twelve clients. */
  readonly share: number;
  readonly routine: number;
  readonly obstacle: number;
  readonly help: number;
  readonly pain: number;
}

const BEHAVIOURS: readonly Behaviour[] = [
  { name: "steady", share: 5, routine: 20, obstacle: 5, help: 2, pain: 1 },
  { name: "busy", share: 3, routine: 250, obstacle: 10, help: 2, pain: 1 },
  { name: "stuck", share: 2, routine: 30, obstacle: 120, help: 20, pain: 2 },
  { name: "hurt", share: 1, routine: 30, obstacle: 20, help: 10, pain: 60 },
  { name: "away", share: 1, routine: 500, obstacle: 0, help: 0, pain: 0 },
];
/** Has few clients, too, live in several ways. */
const SPREAD = 5;
const NAMES = BEHAVIOURS.flatMap((one) => Array.from({ length: one.share }, () => one));

/** What a client skips for today, or null for a day on which everything is done. */
function reasonOf({ routine, obstacle, help, pain }: Behaviour, draw: Draw): SkipReason | null {
  const drawn = draw.below(1_000);
  if (drawn < pain) return "PAIN_OR_INJURY";
  if (drawn < pain + help) return draw.pick(["CONFUSED", "ILLNESS"] as const);
  if (drawn < pain + help + obstacle) return "EQUIPMENT_UNAVAILABLE";
  return drawn < pain + help + obstacle + routine ? "BUSY" : null;
}

interface Client extends Awaited<ReturnType<typeof buildAgendaOwner>> {
  readonly behaviour: Behaviour;
  readonly deviceId: string;
}

async function begin(): Promise<readonly Client[]> {
  await setClock(ownerUrl, new Date(BEGUN - DAY_MS));
  const coach = await buildCoach(em);
  const clients: Client[] = [];
  for (let place = 0; place < CLIENTS; place += 1) {
    const owner = await buildAgendaOwner(em, { coach });
    await buildAssignment(em, owner, planBodies.habit);
    await buildAssignment(em, owner, planBodies.meal);
    const deviceId = await buildDevice(em, owner.clientUserId);
    const behaviour = NAMES[(place * SPREAD) % NAMES.length];
    if (behaviour !== undefined) clients.push({ ...owner, behaviour, deviceId });
  }
  return clients;
}

/** A client's day: everything is done, or one thing is skipped. @returns for what. */
async function live(client: Client, localDate: string, draw: Draw): Promise<SkipReason | null> {
  const tasks = await listDayTasks(lineOf(em.fork()), client.relationshipId, [localDate]);
  const reason = reasonOf(client.behaviour, draw);
  const { id: taskId } = draw.pick(tasks);
  const operation =
    reason === null
      ? queued("today.complete", { taskId, confirmed: true }, { expectedRevision: 1 })
      : queued("quick-log.skip", { taskId, reason });
  const { results } = await submit(admission, client, [operation]);
  expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
  await settleOf(settling, client.deviceId);
  return reason;
}

/** What the relay does within the minute: the inbox asks everybody of whom something was told. */
const hear = (relationshipIds: readonly string[]) =>
  transact(em, (tx) =>
    settleSources(tx, {
      relationshipIds,
      kinds: SOURCE_KINDS,
      oldestDate: null,
      causes: new Map(),
      requestId: null,
    }),
  );

const unresolvedOf = (workspaceId: string) =>
  em
    .fork()
    .find(
      CoachTask,
      { workspaceId, status: { $in: [...UNRESOLVED_STATUSES] } },
      { orderBy: { urgent: "desc", priorityScore: "desc", dueOrder: "asc", id: "asc" } },
    );

/** The evening of a coach: the first page, from the top. Skips are reviewed, all else was not relevant. */
async function clear(coach: Pick<Client, "workspaceId" | "coachUserId">): Promise<void> {
  const resolution = { resolutionType: "NOT_RELEVANT", note: null, linkedActionId: null } as const;
  for (const task of (await unresolvedOf(coach.workspaceId)).slice(0, 50)) {
    const { workspaceId, coachUserId: byUserId } = coach;
    const acting = { workspaceId, taskId: task.id, byUserId, expectedRevision: null };
    const does = (taskAct: TaskAct) =>
      transact(em, (tx) => actOnTask(tx, { ...acting, requestId: "season" }, taskAct));
    const { closedAt } = (await does(STARTING)).task;
    if (closedAt !== null) continue;
    await does(task.sourceKind === "SKIP" ? reviewing({ note: null }) : resolving(resolution));
  }
}

test(
  `${DAYS} days of ${CLIENTS} clients: at most three new tasks a client and week, on the whole, no case twice, what hurts first within the minute, one digest a day (--seed ${SEED})`,
  async () => {
    const draw = drawFrom(SEED);
    const clients = await begin();
    const [first] = clients;
    if (first === undefined) throw new Error("There are clients");
    const { workspaceId } = first;
    const mondays: string[] = [];
    for (let day = 0; day < DAYS; day += 1) {
      const midnight = BEGUN + day * DAY_MS;
      const localDate = new Date(midnight).toISOString().slice(0, 10);
      await setClock(ownerUrl, new Date(midnight + MINUTE_MS));
      await lookAtAll(em);
      await lookAtDays({ em, log }, { after: null });
      await hear(clients.map(({ relationshipId }) => relationshipId));
      for (const hour of [6, 7, 7.25, 8]) {
        await setClock(ownerUrl, new Date(midnight + hour * HOUR_MS));
        await decideDigests(em, { after: null });
      }
      if (day % 7 === 0) mondays.push(...(await pageOf(workspaceId)));
      await setClock(ownerUrl, new Date(midnight + 9 * HOUR_MS));
      for (const client of clients) {
        const reason = await live(client, localDate, draw);
        if (reason === null) continue;
        await hear([client.relationshipId]);
        if (reason === "PAIN_OR_INJURY") await requireFirst(client);
      }
      await rescoreTasks(em, { except: [] });
      await requireOnce(workspaceId);
      await setClock(ownerUrl, new Date(midnight + 18 * HOUR_MS));
      await clear(first);
    }
    const made = await em.fork().count(CoachTask, { workspaceId });
    expect(made).toBeGreaterThan(0);
    expect(made / CLIENTS / (DAYS / 7)).toBeLessThanOrEqual(3);
    await requireOneDigestADay(first.coachUserId);
    if (DAYS > ORDINARY_DAYS) process.stdout.write(`${mondays.join("\n")}\n`);
  },
  Math.max(120_000, DAYS * CLIENTS * 500),
);

/** The first page as a coach reads it on a Monday morning. */
async function pageOf(workspaceId: string): Promise<readonly string[]> {
  const rows = (await unresolvedOf(workspaceId)).slice(0, 50);
  return [
    `Monday, ${rows.length} tasks`,
    ...rows.map(({ priorityScore, severity, taskType, summary, occurrenceCount }) =>
      [priorityScore, severity, taskType, summary.code, occurrenceCount].join(" "),
    ),
  ];
}

/** Pain stands before everything that is not, and came within a minute of its sync. */
async function requireFirst({ workspaceId, relationshipId }: Client): Promise<void> {
  const tasks = await unresolvedOf(workspaceId);
  const urgent = tasks.filter(({ severity }) => severity === "URGENT");
  const own = urgent.filter((task) => task.relationshipId === relationshipId);
  expect(own.length).toBeGreaterThan(0);
  expect(tasks.slice(0, urgent.length)).toEqual(urgent);
  for (const { lastOccurrenceAt, lastSourceEventAt } of own)
    expect(lastSourceEventAt.getTime() - lastOccurrenceAt.getTime()).toBeLessThan(MINUTE_MS);
}

async function requireOnce(workspaceId: string): Promise<void> {
  const keys = (await unresolvedOf(workspaceId)).map(({ dedupeKey }) => dedupeKey);
  expect(keys).toEqual([...new Set(keys)]);
}

async function requireOneDigestADay(recipientUserId: string): Promise<void> {
  const digests = await em.fork().find(Notification, { recipientUserId, category: "INBOX_DIGEST" });
  const dates = digests.map(({ localDate }) => localDate);
  expect(dates).toEqual([...new Set(dates)]);
  expect(dates.length).toBeLessThanOrEqual(DAYS);
}
