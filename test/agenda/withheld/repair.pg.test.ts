import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import * as z from "zod";
import { type RepairOutcome, repairAll } from "../../../activities/agenda/isolation/repair-all.ts";
import { AgendaCard } from "../../../db/agenda/cards/agenda-card.ts";
import { AgendaDay } from "../../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../../db/agenda/agenda-task.ts";
import { RelationshipCalendar } from "../../../db/agenda/calendar/relationship-calendar.ts";
import { WithheldOccurrence } from "../../../db/agenda/withheld/withheld-occurrence.ts";
import { setClock } from "../../factories/set-clock.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useOrm } from "../../harness/use-orm.ts";

/**
 * A client whose days had stopped, as rows by table, read from the database. No day could place a daily reminder due at
 * 00:00; there are three daily plans, the last one assigned after the reminder. The calendar is at 12 January 2027 in
 * Berlin, seven scans have failed, and today is the 14th.
 */
const StuckClient = z.object({
  at: z.iso.datetime(),
  relationshipId: z.string(),
  rows: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
const stuck = StuckClient.parse(
  JSON.parse(readFileSync(new URL("stuck-client.json", import.meta.url), "utf8")),
);
const { relationshipId } = stuck;

const { em, ownerUrl, superuserUrl } = await useOrm(await useOwnDatabase());

beforeAll(async () => {
  await setClock(ownerUrl, stuck.at);
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query("set session_replication_role = replica");
  for (const [table, rows] of Object.entries(stuck.rows)) {
    // Columns added later have their defaults.
    const columns = Object.keys(rows[0] ?? {}).join(", ");
    await client.query(
      `insert into ${table} (${columns})
       select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  }
  await client.end();
});

test("One repair restores the days of a client whose days had stopped, and a second one changes nothing", async () => {
  const before = await em.fork().findOneOrFail(RelationshipCalendar, { relationshipId });
  expect(before).toMatchObject({ localDate: "2027-01-12", lookFailures: 7 });
  const [first, ...others] = await repair(null);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ kind: "REPAIRED", relationshipId, repaired: { openedCount: 2 } });
  const calendar = await em.fork().findOneOrFail(RelationshipCalendar, { relationshipId });
  expect(calendar).toMatchObject({ localDate: "2027-01-14", lookFailures: 0 });
  const days = await em
    .fork()
    .find(AgendaDay, { relationshipId }, { orderBy: { localDate: "asc" } });
  expect(days).toMatchObject([
    { localDate: "2027-01-12", notOffered: false },
    { localDate: "2027-01-13", notOffered: true, taskCount: 3 },
    { localDate: "2027-01-14", notOffered: true, taskCount: 3 },
  ]);
  // The reminder is on the day, or withheld from it if it cannot be placed.
  const cards = await em.fork().find(AgendaCard, { relationshipId });
  const withheld = await em.fork().find(WithheldOccurrence, { relationshipId });
  expect(new Set([...cards, ...withheld].map(({ localDate }) => localDate))).toEqual(
    new Set(["2027-01-13", "2027-01-14"]),
  );
  const repaired = await state();
  expect(await repair([relationshipId])).toMatchObject([
    { kind: "REPAIRED", repaired: { openedCount: 0, openedLate: [], shown: [] } },
  ]);
  expect(await state()).toEqual(repaired);
});

test("An unknown relationship is named in the output of a repair, and nothing changes", async () => {
  const unknown = "01a21842-0000-7000-8000-000000000000";
  expect(await repair([unknown])).toEqual([{ kind: "UNKNOWN", relationshipId: unknown }]);
});

async function repair(only: readonly string[] | null): Promise<readonly RepairOutcome[]> {
  const outcomes: RepairOutcome[] = [];
  for await (const outcome of repairAll(em, only)) outcomes.push(outcome);
  return outcomes;
}

/** Everything that a repair could change, as text. */
async function state(): Promise<string> {
  const own = { relationshipId };
  const found = [
    await em.fork().find(RelationshipCalendar, own),
    await em.fork().find(AgendaDay, own, { orderBy: { localDate: "asc" } }),
    await em.fork().find(AgendaTask, own, { orderBy: { id: "asc" } }),
    await em.fork().find(AgendaCard, own, { orderBy: { id: "asc" } }),
  ];
  return JSON.stringify(found);
}
