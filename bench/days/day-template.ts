import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { z } from "zod";
import { SHOWN_SNAPSHOT } from "./shown-snapshot.ts";
import { METRIC } from "../phones/phones.ts";
import { ask, type BenchCoach, registerClient, registerCoach } from "../phones/people.ts";
import type { Template } from "../phones/population.ts";
import type { BenchStack } from "../stack/stack.ts";

/** A client with a day, and their coach. */
export interface DayTemplate extends Template {
  readonly coach: BenchCoach;
  readonly clientToken: string;
}

/** SQL condition on a task: the metric of the newest day. */
export const NEWEST_METRIC_TASK = `${SHOWN_SNAPSHOT} #>> '{metric,mode}' is not null and local_date =
  (select local_date from relationship_calendar where relationship_id = task.relationship_id)`;

const RECURRENCE = { rrule: "FREQ=DAILY" };
const items = (...labels: string[]) => labels.map((label) => ({ label }));

/** A day of eight tasks: five with one tap, a metric, and two with items. */
const PLANS = [
  ...["Stretch", "Walk", "Breathe", "Read", "Sleep early"].map((title) => ({
    kind: "HABIT",
    title,
  })),
  { kind: "HABIT", title: "Steps", metric: METRIC },
  { kind: "MEAL", title: "Lunch", items: items("Rice", "Chicken", "Salad") },
  { kind: "SUPPLEMENT", title: "Supplements", items: items("Iron", "Vitamin D") },
];

/** Registers a client with a phone and a day of eight tasks, over HTTP. */
export async function buildDayTemplate(stack: BenchStack, database: Client): Promise<DayTemplate> {
  const coach = await registerCoach(stack);
  const token = await registerClient(stack, coach);
  const { deviceId } = await ask(
    `${stack.urls.api}/api/v1/client/devices`,
    {
      token,
      body: {
        appSurface: "CLIENT_MOBILE",
        installationId: randomUUID(),
        appVersion: "1.0.0",
        buildNumber: 1,
        platform: "IOS",
        osVersion: "19.1",
      },
    },
    z.object({ deviceId: z.string() }),
  );
  const { rows } = await database.query<{ id: string }>("select id from relationship");
  const relationshipId = rows[0]?.id ?? "";
  const workspace = `${stack.urls.api}/api/v1/workspaces/${coach.workspaceId}`;
  for (const plan of PLANS) {
    const coachToken = await coach.token();
    const { planId } = await ask(
      `${workspace}/plans`,
      { token: coachToken, body: { content: { ...plan, recurrence: RECURRENCE }, publish: true } },
      z.object({ planId: z.string() }),
    );
    const assignments = `${workspace}/relationships/${relationshipId}/plan-assignments`;
    await ask(assignments, { token: coachToken, body: { planId } }, z.unknown());
  }
  await untilMade(database);
  return { relationshipId, deviceId, coach, clientToken: token };
}

async function untilMade(database: Client): Promise<void> {
  for (;;) {
    const { rows } = await database.query("select from agenda_task");
    if (rows.length === PLANS.length) return;
    await sleep(200);
  }
}
