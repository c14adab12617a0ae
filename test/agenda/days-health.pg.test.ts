import { beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { Client } from "pg";
import { Registry } from "prom-client";
import { findDaysHealth } from "../../db/agenda/calendar/days-health.ts";
import { putWithheld } from "../../db/agenda/withheld/put-withheld.ts";
import { WithheldOccurrence } from "../../db/agenda/withheld/withheld-occurrence.ts";
import { newId } from "../../db/platform/new-id.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { createDaysMetrics } from "../../workers/relay/create-days-metrics.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { empty } from "../factories/empty.ts";
import { explainGeneric, isStatement, nodesOf } from "../factories/db/explain.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());

beforeEach(() => empty(ownerUrl));

const now = () => Date.now();
const ago = (seconds: number) => new Date(now() - 1_000 * seconds);

const health = () => findDaysHealth(em.fork());
const NOTHING = { count: 0, oldestSeconds: 0 };
const NONE_DELAYED = { UNSENT_WORK: NOTHING, DEFERRED_WORK: NOTHING, OUTAGE: NOTHING };
const about = (seconds: number) => expect.closeTo(seconds, -1.5);

describe("The health of days", () => {
  test("is zero if nothing is due, and has no scan age before the first scan", async () => {
    await calendar(ago(-60));
    await calendar(null);
    await closing({ closesAt: ago(-60) });
    await closing({ closesAt: null });
    await closing({ closesAt: ago(60), lookAt: null, closedAt: ago(30) });
    await setScanned(null);
    expect(await health()).toEqual({
      unopened: NOTHING,
      unclosed: NOTHING,
      notFinal: NOTHING,
      onHold: NONE_DELAYED,
      withheld: { OCCURRENCE: NOTHING, DAY: NOTHING },
      scanAgeSeconds: null,
    });
  });

  test("counts occurrences withheld from open days, and unopened days separately", async () => {
    const relationshipId = await calendar(ago(-60));
    const row = { relationshipId, sourceRevision: 1, taskKind: null, taskId: null } as const;
    const fault = { faultKind: "RULE", faultClass: "TypeError" } as const;
    const put = (sourceType: "DAY" | "PLAN_ASSIGNMENT", localDate: string, at: Date) =>
      transact(em, (tx) =>
        putWithheld(tx, [{ ...row, ...fault, sourceType, localDate, sourceId: newId() }], {
          codeVersion: "x",
          now: at,
          retryAt: at,
        }),
      );
    await put("PLAN_ASSIGNMENT", "2026-01-01", ago(500));
    await put("PLAN_ASSIGNMENT", "2026-01-02", ago(100));
    await put("DAY", "2026-01-03", ago(300));
    expect(await health()).toMatchObject({
      withheld: {
        OCCURRENCE: { count: 2, oldestSeconds: about(500) },
        DAY: { count: 1, oldestSeconds: about(300) },
      },
    });
    await em.fork().nativeUpdate(WithheldOccurrence, { relationshipId }, { retryAt: null });
    expect(await health()).toMatchObject({ withheld: { OCCURRENCE: NOTHING, DAY: NOTHING } });
  });

  test("counts unopened days, including those that failed before", async () => {
    await calendar(ago(600));
    await calendar(ago(7_200), ago(-900));
    await setScanned(ago(120));
    expect(await health()).toMatchObject({
      unopened: { count: 2, oldestSeconds: about(7_200) },
      scanAgeSeconds: about(120),
    });
  });

  test("counts unclosed days, and delayed ones separately", async () => {
    await closing({ closesAt: ago(300) });
    await closing({ closesAt: ago(4_000), lookAt: ago(-900) });
    await closing({ closesAt: ago(9_000), lookAt: ago(-900), holdReason: "UNSENT_WORK" });
    await closing({ closesAt: ago(7_000), lookAt: ago(-900), holdReason: "DEFERRED_WORK" });
    const closed = { lookAt: null, closedAt: ago(30), holdReason: "UNSENT_WORK" };
    await closing({ closesAt: ago(8_000), ...closed });
    expect(await health()).toMatchObject({
      unclosed: { count: 2, oldestSeconds: about(4_000) },
      onHold: {
        UNSENT_WORK: { count: 1, oldestSeconds: about(9_000) },
        DEFERRED_WORK: { count: 1, oldestSeconds: about(7_000) },
        OUTAGE: NOTHING,
      },
    });
  });

  test("counts days whose undo ended and that are not final, closed or not", async () => {
    await closing({ closesAt: null, undoClosesAt: ago(-60) });
    await closing({ closesAt: null, undoClosesAt: ago(300) });
    await closing({
      closesAt: ago(500),
      lookAt: null,
      closedAt: ago(400),
      undoClosesAt: ago(2_000),
    });
    await closing({ closesAt: null, undoClosesAt: ago(9_000), undoClosedAt: ago(8_000) });
    expect(await health()).toMatchObject({ notFinal: { count: 2, oldestSeconds: about(2_000) } });
  });

  test("counts days that wait because of our outage separately, however long they still wait", async () => {
    const delayed = { lookAt: ago(-23 * 3_600), holdReason: "OUTAGE" };
    await closing({ closesAt: ago(200_000), ...delayed });
    await closing({ closesAt: ago(100), ...delayed });
    expect(await health()).toMatchObject({
      unclosed: NOTHING,
      onHold: { ...NONE_DELAYED, OUTAGE: { count: 2, oldestSeconds: about(200_000) } },
    });
  });

  test("is computed from the indexes of the scan alone", async () => {
    const { sent } = await recordStatements(health);
    const superuser = new Client({ connectionString: ownerUrl });
    await superuser.connect();
    await superuser.query("set enable_seqscan = off");
    // In a table this small both indexes match equally few rows, so drop the other one.
    await superuser.query("begin; drop index agenda_day_unclosed_idx");
    const indexes: (string | undefined)[] = [];
    for (const statement of sent.filter(isStatement)) {
      const plan = await explainGeneric(superuser, statement);
      indexes.push(...nodesOf(plan).map((node) => node["Index Name"]));
    }
    await superuser.end();
    expect(indexes).toEqual(
      expect.arrayContaining([
        "relationship_calendar_look_idx",
        "agenda_day_look_idx",
        "agenda_day_held_idx",
        "agenda_day_undo_ends_idx",
        "withheld_occurrence_retry_idx",
      ]),
    );
  });
});

test("A scrape shows each health figure; before the first scan its age is above any bound", async () => {
  const registry = new Registry();
  const show = createDaysMetrics(registry);
  const days = (count: number) => ({ count, oldestSeconds: 10 * count });
  const delayed = { UNSENT_WORK: days(3), DEFERRED_WORK: days(4), OUTAGE: days(5) };
  const withheld = { OCCURRENCE: days(6), DAY: days(7) };
  show({
    unopened: days(1),
    unclosed: days(2),
    notFinal: days(8),
    onHold: delayed,
    withheld,
    scanAgeSeconds: null,
  });
  const lines = (await registry.metrics()).split("\n").filter((line) => !line.startsWith("#"));
  expect(lines.filter((line) => line !== "")).toEqual([
    "sideline_days_unopened 1",
    "sideline_days_unopened_oldest_age_seconds 10",
    "sideline_days_unclosed 2",
    "sideline_days_unclosed_oldest_age_seconds 20",
    "sideline_days_not_final 8",
    "sideline_days_not_final_oldest_age_seconds 80",
    'sideline_days_on_hold{reason="UNSENT_WORK"} 3',
    'sideline_days_on_hold{reason="DEFERRED_WORK"} 4',
    'sideline_days_on_hold{reason="OUTAGE"} 5',
    'sideline_days_on_hold_oldest_age_seconds{reason="UNSENT_WORK"} 30',
    'sideline_days_on_hold_oldest_age_seconds{reason="DEFERRED_WORK"} 40',
    'sideline_days_on_hold_oldest_age_seconds{reason="OUTAGE"} 50',
    'sideline_withheld_occurrences{kind="OCCURRENCE"} 6',
    'sideline_withheld_occurrences{kind="DAY"} 7',
    'sideline_withheld_occurrences_oldest_age_seconds{kind="OCCURRENCE"} 60',
    'sideline_withheld_occurrences_oldest_age_seconds{kind="DAY"} 70',
    "sideline_days_last_scan_age_seconds +Inf",
  ]);
});

/** A calendar whose next day begins, and which is scanned, at these instants. */
async function calendar(nextDayAt: Date | null, lookAt = nextDayAt): Promise<string> {
  const { relationshipId } = await buildAgendaOwner(em);
  await sql`
    insert into relationship_calendar
      (relationship_id, local_date, timezone, next_day_at, tz_version, look_at)
    values (${relationshipId}, '2026-01-05', 'UTC', ${nextDayAt}, 'x', ${lookAt})
    on conflict (relationship_id) do update
    set next_day_at = excluded.next_day_at, look_at = excluded.look_at
  `.execute(em.fork().getKysely());
  return relationshipId;
}

interface Closing {
  readonly closesAt: Date | null;
  readonly lookAt?: Date | null;
  readonly closedAt?: Date;
  readonly holdReason?: string;
  readonly undoClosesAt?: Date;
  readonly undoClosedAt?: Date;
}

async function closing({ closesAt, lookAt = closesAt, ...more }: Closing): Promise<void> {
  const { relationshipId } = await buildAgendaOwner(em);
  const { closedAt = null, holdReason = null, undoClosesAt = null, undoClosedAt = null } = more;
  await sql`
    insert into agenda_day (relationship_id, local_date, timezone, projection_version, task_count,
      completed_count, skipped_count, missed_count, agenda_checksum, projected_at, opened_at,
      closes_at, look_at, closed_at, hold_reason, undo_closes_at, undo_closed_at)
    values (${relationshipId}, '2026-01-05', 'UTC', 0, 0, 0, 0, 0, '', now(), now(),
      ${closesAt}, ${lookAt}, ${closedAt}, ${holdReason}, ${undoClosesAt}, ${undoClosedAt})
  `.execute(em.fork().getKysely());
}

function setScanned(at: Date | null) {
  return sql`update agenda_watch set looked_at = ${at}`.execute(em.fork().getKysely());
}
