import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { buildDayTemplate, NEWEST_METRIC_TASK } from "../days/day-template.ts";
import { countedLoop } from "../load.ts";
import { CONNECTIONS } from "../measures/measure.ts";
import { finishOnboarding } from "../phones/finish-onboarding.ts";
import { type Phone, withTasks } from "../phones/phones.ts";
import { addPeople } from "../phones/population.ts";
import { signInSome } from "../phones/sign-in-some.ts";
import { say } from "../report/rounds.ts";
import { productSide, type Side } from "../sides.ts";
import { untilSettled } from "../stack/meters.ts";
import type { BenchStack } from "../stack/stack.ts";
import type { TrickleSize } from "./trickle-options.ts";

/** Fills a workspace with quiet clients, copies of one that is registered over HTTP, and warms up some phones. */
export async function fillQuietWorkspace(
  stack: BenchStack,
  database: Client,
  { clients, devices }: Pick<TrickleSize, "clients" | "devices">,
): Promise<QuietWorkspace> {
  const template = await buildDayTemplate(stack, database);
  const { coach, clientToken } = template;
  await finishOnboarding(stack, coach, clientToken);
  await untilSettled(database);
  say(`copying ${clients} clients ...`);
  await addPeople(database, template, { from: 2, to: clients });
  say(`signing ${devices} phones in ...`);
  const people = await signInSome(stack, database, devices);
  const phones = await withTasks(database, people, NEWEST_METRIC_TASK);
  const ours = productSide(stack, phones);
  say("warming up ...");
  // A phone's first batch differs from later ones, so each phone sends before it is measured.
  await countedLoop(ours.one, { connections: CONNECTIONS, count: 2 * phones.length });
  await untilSettled(database);
  await database.query("vacuum analyze");
  say("waiting for actors to end ...");
  await sleep(LINGER_MS);
  return { stack, database, phones, ours, workspaceId: coach.workspaceId };
}

/** An actor ends a minute after its last work; what it costs until then is no part of idling. */
const LINGER_MS = 75_000;

/** A workspace whose clients do nothing but the taps of some phones. */
export interface QuietWorkspace {
  readonly stack: BenchStack;
  readonly database: Client;
  readonly phones: readonly Phone[];
  readonly ours: Side;
  readonly workspaceId: string;
}
