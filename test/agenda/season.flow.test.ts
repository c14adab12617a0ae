import { afterAll, expect, test } from "@jest/globals";
import { Worker } from "@temporalio/worker";
import { sql } from "kysely";
import pino from "pino";
import { createAgendaActivities } from "../../activities/agenda/index.ts";
import { saveClientProfile } from "../../activities/relationships/save-client-profile.ts";
import { saveClientProfileSchema } from "../../contract/relationships/client-profile-schema.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { AgendaWatch } from "../../db/agenda/calendar/agenda-watch.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { openDatabase } from "../../db/open-database.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { hooks } from "../../workers/hooks.ts";
import { installRuntime } from "../../workers/worker/install-runtime.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import {
  advance,
  beginModel,
  type CalendarModel,
  moveTo,
} from "../factories/agenda/calendar-model.ts";
import { complaintsOf } from "../factories/agenda/days-model.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { buildAssignment, planBodies } from "../factories/plans/plans.ts";
import { setClock } from "../factories/set-clock.ts";
import { testBundle } from "../factories/workers/test-bundle.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { openTimeSkipping } from "../harness/time-skipping.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days of the season; 26 weeks in a campaign. */
const SEASON_DAYS = campaignSize("SEASON_DAYS", 5);
/** Scans per day. The schedule scans every minute, which would do the same 1,440 times. */
const SCANS_A_DAY = 8;

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 6, applicationName: "season test" });
const { em } = database;
const log = pino({ level: "silent" });
installRuntime(log);
const env = await openTimeSkipping();
const taskQueue = "season";

const worker = await Worker.create({
  connection: env.nativeConnection,
  taskQueue,
  workflowBundle: { codePath: await testBundle() },
  activities: { ...createAgendaActivities({ em, log, rebuilds: hooks.rebuilds }) },
});
const running = worker.run();
afterAll(async () => {
  worker.shutdown();
  await running;
  await env.teardown();
  await moveClock(ownerUrl, 0);
  await database.close();
});

let scans = 0;

test(
  "The scheduled workflow alone opens every date once and closes it in time, over a season in two zones",
  async () => {
    const season = await begin("Europe/Lisbon", "2027-03-20T05:07:00Z");
    for (let day = 1; day <= SEASON_DAYS; day += 1) {
      for (let turn = 0; turn < SCANS_A_DAY; turn += 1) await scan(season, DAY_MS / SCANS_A_DAY);
      if (day === Math.floor(SEASON_DAYS / 3)) await move(season, "America/Sao_Paulo");
      if (day === Math.floor((2 * SEASON_DAYS) / 3)) await move(season, "Europe/Lisbon");
    }
    const days = await daysOf(season);
    expect(days.map(({ localDate }) => localDate)).toEqual(
      season.model.begun.map(({ localDate }) => localDate),
    );
    expect(days.length).toBeGreaterThanOrEqual(SEASON_DAYS);
    const { relationshipId } = season.owner;
    expect(await complaintsOf(em, relationshipId)).toEqual([]);
    // All but the present day and the one in its grace are closed, at the latest by the scan after their time.
    const closed = days.filter(({ closedAt }) => closedAt !== null);
    expect(days.length - closed.length).toBeLessThanOrEqual(2);
    for (const { closedAt, closesAt, notOffered } of closed) {
      const late = (closedAt?.getTime() ?? 0) - (closesAt?.getTime() ?? 0);
      expect(late).toBeLessThanOrEqual(DAY_MS / SCANS_A_DAY + HOUR_MS);
      expect(notOffered).toBe(false);
    }
    const tasks = await em.fork().count(AgendaTask, { relationshipId, status: "MISSED" });
    expect(tasks).toBe(closed.length - 1);
  },
  Math.max(120_000, SEASON_DAYS * 20_000),
);

test("After two days without a scan nothing closes for a day, and then everything due closes", async () => {
  const season = await begin("UTC", "2028-01-10T03:07:00Z");
  await scan(season, HOUR_MS);
  await em.fork().nativeUpdate(AgendaWatch, {}, { closesFrom: null });
  // Both test clocks were stopped; the missing scans are measured in real time.
  await sql`update agenda_watch set looked_at = now() - interval '2 days'`.execute(
    em.fork().getKysely(),
  );
  await scan(season, 2 * DAY_MS);
  const dates = ["2028-01-10", "2028-01-11", "2028-01-12"];
  const offered = [false, true, false];
  const opened = await daysOf(season);
  expect(opened.map(({ localDate, notOffered }) => [localDate, notOffered])).toEqual(
    dates.map((date, index) => [date, offered[index]]),
  );
  // The first was due at midnight and waits because of our outage.
  expect(opened[0]).toMatchObject({ closedAt: null, holdReason: "OUTAGE" });
  const { closesFrom } = await em.fork().findOneOrFail(AgendaWatch, { onlyRow: true });
  const now = await clockNow(em.fork());
  expect((closesFrom?.getTime() ?? 0) - now.getTime()).toBeGreaterThan(23 * HOUR_MS);
  await scan(season, 22 * HOUR_MS);
  expect((await daysOf(season)).filter(({ closedAt }) => closedAt !== null)).toEqual([]);
  await scan(season, 3 * HOUR_MS);
  const after = await daysOf(season);
  expect(after.map(({ closedAt }) => closedAt !== null)).toEqual([true, true, false, false]);
});

interface Season {
  readonly owner: Awaited<ReturnType<typeof buildAgendaOwner>>;
  readonly model: CalendarModel;
  now: number;
}

/** A client with a habit whose days begin at an instant. */
async function begin(timezone: string, at: string): Promise<Season> {
  const now = Date.parse(at);
  await setClock(ownerUrl, new Date(now));
  const owner = await buildAgendaOwner(em, { timezone });
  await buildAssignment(em, owner, planBodies.habit);
  return { owner, model: beginModel(timezone, now), now };
}

/** One run of the scheduled workflow, at the present time of both clocks. */
async function scan(season: Season, afterMs: number): Promise<void> {
  season.now += afterMs;
  await env.sleep(afterMs);
  await setClock(ownerUrl, new Date(season.now));
  scans += 1;
  await env.client.workflow.execute("turnDays", { workflowId: `look-${scans}`, taskQueue });
  advance(season.model, season.now);
}

async function move(season: Season, timezone: string): Promise<void> {
  const { owner, model, now } = season;
  const profile = saveClientProfileSchema.parse({ displayName: "Ana", timezone, locale: "en" });
  const saving = { userId: owner.clientUserId, profile, requestId: null };
  await transact(em, (tx) => saveClientProfile(tx, saving, hooks.relationships));
  advance(model, now);
  moveTo(model, timezone, now);
}

function daysOf({ owner: { relationshipId } }: Season) {
  return em.fork().find(AgendaDay, { relationshipId }, { orderBy: { localDate: "asc" } });
}
