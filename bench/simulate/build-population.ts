import type { Client } from "pg";
import { buildDayTemplate } from "../days/day-template.ts";
import { type Desk, openDesk } from "../inbox/desk.ts";
import { finishOnboarding } from "../phones/finish-onboarding.ts";
import { registerClient } from "../phones/people.ts";
import { addPeople, type Copied } from "../phones/population.ts";
import { signInSome } from "../phones/sign-in-some.ts";
import type { SignedInPhone } from "../phones/sign-in.ts";
import { untilSettled } from "../stack/meters.ts";
import type { BenchStack } from "../stack/stack.ts";

/** Fills a stack with phones in several zones, their coaches, and some clients whose onboarding is still open. */
export async function buildPopulation(
  stack: BenchStack,
  database: Client,
  count: number,
): Promise<Population> {
  const template = await buildDayTemplate(stack, database);
  const { coach, clientToken } = template;
  await finishOnboarding(stack, coach, clientToken);
  await untilSettled(database);
  // The template is the first client; nobody acts for it.
  await addPeople(database, template, { from: 2, to: count + 1 });
  await spreadOverZones(database);
  for (let nth = 0; nth < Math.ceil(count / CLIENTS_A_NEWCOMER); nth += 1)
    await registerClient(stack, coach);
  const { workspaceId } = coach;
  const desk = await openDesk(stack, database, {
    workspaceId,
    count: Math.ceil(count / CLIENTS_A_COACH),
  });
  const phones = await signInSome(stack, database, count);
  return { desk, phones, offsets: await offsetsOf(database, phones) };
}

/** The people of a simulated day. */
export interface Population {
  readonly phones: readonly DayPhone[];
  /** Hours by which the clock of each is ahead of UTC. */
  readonly offsets: readonly number[];
  readonly desk: Desk;
}

/** A signed-in phone of a copied client. */
export type DayPhone = Copied & SignedInPhone;

/** More than this the coaches of the field call a wall. */
const CLIENTS_A_COACH = 30;
/** A client stays for about a hundred days, and the onboarding of each is open for one of them, with its reminders. */
const CLIENTS_A_NEWCOMER = 100;

/** Each tenth of the clients. */
const ZONES = [
  ...Array.from({ length: 4 }, () => "Europe/Berlin"),
  ...Array.from({ length: 2 }, () => "Europe/London"),
  ...Array.from({ length: 2 }, () => "America/New_York"),
  "America/Los_Angeles",
  "Australia/Sydney",
];

async function spreadOverZones(database: Client): Promise<void> {
  await database.query(
    `update relationship set timezone = zoned.zone
       from (select relationship.id, ($1::text[])[1 + row_number() over (order by relationship.id) % 10] as zone
               from relationship join app_user client on client.id = client_user_id
              where client.primary_email like 'person-%') zoned
      where zoned.id = relationship.id`,
    [ZONES],
  );
  await database.query(
    `update agenda_day day set timezone = relationship.timezone from relationship
      where relationship.id = relationship_id`,
  );
  await database.query(
    `update relationship_calendar set timezone = zoned.timezone, next_day_at = zoned.midnight,
        look_at = zoned.midnight
       from (select relationship.id, relationship.timezone,
                    (calendar.local_date + 1)::timestamp at time zone relationship.timezone as midnight
               from relationship join relationship_calendar calendar on calendar.relationship_id = relationship.id) zoned
      where zoned.id = relationship_id`,
  );
  await database.query("vacuum analyze");
}

async function offsetsOf(
  database: Client,
  phones: readonly DayPhone[],
): Promise<readonly number[]> {
  const { rows } = await database.query<{ id: string; hours: number }>(
    `select id, extract(epoch from (clock_now() at time zone timezone) - (clock_now() at time zone 'UTC'))::float8
        / 3600 as hours from relationship`,
  );
  const hours = new Map(rows.map((row) => [row.id, row.hours]));
  return phones.map(({ relationshipId }) => hours.get(relationshipId) ?? 0);
}
