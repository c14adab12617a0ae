import { afterAll, expect, test } from "@jest/globals";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { Client } from "pg";
import { projectDays } from "../activities/agenda/project-days.ts";
import { AgendaDay } from "../db/agenda/agenda-day.ts";
import { openDatabase } from "../db/open-database.ts";
import { clockNow, transact } from "../db/platform/transactions/transact.ts";
import { localDateOf } from "../rules/local-day.ts";
import {
  buildCoach,
  buildIdentity,
  buildRelationship,
  coachByActs,
  relationshipByActs,
} from "./factories/accounts/identity.ts";
import { moveClock } from "./factories/db/move-clock.ts";
import { buildAgenda, putAgenda } from "./factories/plans/plans.ts";
import { buildDevice, buildScope } from "./factories/sync/sync.ts";
import { useOwnDatabase } from "./harness/database.ts";

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

const coachs = () => buildIdentity({ clientId: "sideline-coach-mobile", surface: "COACH_MOBILE" });
const ownerOf = (built: Awaited<ReturnType<typeof buildRelationship>>) => ({
  workspaceId: built.workspaceId,
  relationshipId: built.relationshipId,
  coachUserId: built.coach.userId,
  timezone: "UTC",
});

/**
 * Every row of a separate database after `build`, without ids, instants and digests. Counts of mails are not part of
 * what is built.
 */
async function rowsAfter(build: (em: SqlEntityManager) => Promise<unknown>) {
  const { appUrl, superuserUrl } = await useOwnDatabase();
  const database = openDatabase({ url: appUrl, poolSize: 2, applicationName: "test" });
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  closing.push(async () => {
    await client.end();
    await database.close();
  });
  await build(database.em);
  const tables = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname <> 'rate_limit' order by 1`,
  );
  const found: Record<string, readonly string[]> = {};
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ row: string }>(
      `select to_jsonb(t)::text as row from "${name}" t`,
    );
    found[name] = rows.map(({ row }) => plain(row)).toSorted();
  }
  return found;
}

const plain = (row: string) =>
  row
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "ID")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g, "INSTANT")
    .replaceAll(/(?<=-)[\da-f]{12}(?=")/g, "TAIL")
    .replaceAll(/(?<="token_hash": ")[^"]+|(?<=sha-256:)[\da-f]{64}/g, "DIGEST");

test("A copied scope has the rows that the acts write", async () => {
  const options = { timezone: "UTC", status: "ACTIVE" } as const;
  const byActs = await rowsAfter(async (em) => {
    const coach = await coachByActs(em, coachs());
    await buildAgenda(em, ownerOf(await relationshipByActs(em, { coach, ...options })));
  });
  const copied = await rowsAfter(async (em) => {
    const coach = await buildCoach(em, coachs());
    await putAgenda(em, ownerOf(await buildRelationship(em, { coach, ...options })));
  });
  expect(copied).toEqual(byActs);
  expect(Object.values(copied).flat().length).toBeGreaterThan(60);
});

test("A whole scope is copied at once as the acts write it one by one", async () => {
  const options = { timezone: "UTC", status: "ACTIVE" } as const;
  const byActs = await rowsAfter(async (em) => {
    const coach = await coachByActs(em, coachs());
    const built = await relationshipByActs(em, { coach, ...options });
    await buildAgenda(em, ownerOf(built));
    await buildDevice(em, built.client.userId);
  });
  expect(await rowsAfter(buildScope)).toEqual(byActs);
});

test("The day of a copied scope has the checksum of its own tasks and is the present day by the clock", async () => {
  const { appUrl, ownerUrl } = await useOwnDatabase();
  const database = openDatabase({ url: appUrl, poolSize: 2, applicationName: "test" });
  closing.push(() => database.close());
  await moveClock(ownerUrl, 3 * 86_400);
  const { em } = database;
  const { relationshipId, agenda } = await buildScope(em);
  const { localDate } = agenda;
  const now = await clockNow(em.fork());
  expect(localDate).toBe(localDateOf(now, "UTC"));
  const day = () => em.fork().findOneOrFail(AgendaDay, { relationshipId, localDate });
  const { agendaChecksum, taskCount } = await day();
  await transact(em, (tx) => projectDays(tx, [{ relationshipId, localDate }], now));
  expect(await day()).toMatchObject({ agendaChecksum, taskCount });
  expect(taskCount).toBe(5);
  expect(agenda.meal.dueAt?.toISOString()).toBe(`${localDate}T12:30:00.000Z`);
  const { rows } = await sql<{ late: number }>`
    select extract(epoch from ${now}::timestamptz - due_at)::float8 as late from actor
    where due_reason = 'SETTLEMENT'`.execute(em.fork().getKysely());
  // However long ago the run began, nothing in a copy is late.
  expect(rows.length).toBeGreaterThan(0);
  expect(Math.max(...rows.map(({ late }) => late))).toBeLessThan(60);
});

test("A copied scope is in the requested zone", async () => {
  const timezone = "Asia/Kathmandu";
  const byActs = await rowsAfter(async (em) => {
    const coach = await coachByActs(em, coachs());
    await relationshipByActs(em, { coach, timezone, status: "ONBOARDING" });
  });
  const copied = await rowsAfter((em) => buildRelationship(em, { timezone, status: "ONBOARDING" }));
  expect(copied).toEqual(byActs);
});
