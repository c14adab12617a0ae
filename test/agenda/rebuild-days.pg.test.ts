import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { sql } from "kysely";
import { pino } from "pino";
import { projectDays } from "../../activities/agenda/project-days.ts";
import { rebuildDays } from "../../activities/agenda/rebuild-days.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { openDatabase } from "../../db/open-database.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { addDays } from "../../rules/local-day.ts";
import { likelyOperations } from "../factories/sync/random-operations.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  queued,
  submit,
  type BuiltScope,
} from "../factories/sync/sync.ts";
import { sumsAsRead } from "../factories/agenda/sums-as-read.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";
import { useClient } from "../harness/use-client.ts";

const { em, appUrl, ownerUrl } = await useOrm(await useOwnDatabase());
const log = pino({ level: "silent" });
const [admission, settlement] = [admissionDeps(em), settlementDeps(em)];
const owner = await useClient(ownerUrl);

const DAYS = 7;

const statuses = fc.array(fc.constantFrom("PENDING", "COMPLETED", "MISSED", "CANCELED"), {
  minLength: 35,
  maxLength: 35,
});

/** No day of this date can be written until `mend`. */
const breakAt = (localDate: string) => breakWhere(`new.local_date = '${localDate}'`);

test("A rebuild gives the same sums wherever it is interrupted and however often it runs", async () => {
  const interruption = fc.integer({ min: 0, max: DAYS - 1 });
  await fc.assert(
    fc.asyncProperty(
      fc.gen(),
      interruption,
      fc.integer({ min: 1, max: 4 }),
      async (drawn, ago, slice) => {
        const scope = await buildDays(drawn);
        const before = await sumsOf(scope);
        await spoil(scope);
        expect(await sumsOf(scope)).not.toEqual(before);
        await breakAt(addDays(scope.agenda.localDate, -ago));
        expect(await rebuild(scope, slice)).toMatchObject({
          relationshipCount: 0,
          failed: [{ relationshipId: scope.relationshipId, failureClass: "SQLSTATE_P0001" }],
          done: true,
        });
        await mend();
        const { rows } = await owner.query(
          "select 1 from agenda_day where relationship_id = $1 and invalidated_at is not null",
          [scope.relationshipId],
        );
        expect(rows.length).toBeGreaterThan(ago);
        expect(await rebuild(scope, slice)).toEqual({
          after: scope.relationshipId,
          dayCount: DAYS,
          relationshipCount: 1,
          failed: [],
          done: true,
        });
        expect(await sumsOf(scope)).toEqual(before);
        await rebuild(scope, slice);
        expect(await sumsOf(scope)).toEqual(before);
      },
    ),
    { numRuns: campaignSize("DRAWN_CASES", 4) },
  );
});

test("A rebuild during live sync leaves every day with the sums of its tasks", async () => {
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (drawn) => {
      const scope = await buildDays(drawn);
      await spoil(scope);
      const live = async () => {
        for (let batch = 0; batch < 3; batch += 1) {
          await submit(admission, scope, drawn(queueOf, scope.agenda));
          await settleAll(settlement, scope);
        }
      };
      await Promise.all([live(), rebuild(scope, 1), rebuild(scope, 2)]);
      const after = await sumsOf(scope);
      await transact(em, async (tx) => {
        await lockScope(tx, scope.relationshipId);
        await projectDays(tx, daysOf(scope), await clockNow(tx));
      });
      expect(await sumsOf(scope)).toEqual(after);
    }),
    { numRuns: campaignSize("DRAWN_CASES", 2) },
  );
});

test("A rebuild recounts a skipped half-done task stored as COMPLETED and leaves its row unchanged", async () => {
  const scope = await buildScope(em);
  const { relationshipId, agenda } = scope;
  const { meal, localDate } = agenda;
  await submit(admission, scope, [
    queued("quick-log.complete-item", { taskId: meal.id, itemId: meal.items[0]?.id ?? "" }),
    queued("quick-log.skip", { taskId: meal.id, reason: "BUSY" }),
  ]);
  await settleAll(settlement, scope);
  // It was stored when items alone decided the status, and each COMPLETED task counted in full.
  await owner.query("update agenda_task set status = 'COMPLETED' where id = $1", [meal.id]);
  await owner.query(
    `update agenda_day set done_count = 1, adherence_score = 1, completed_count = 1, skipped_count = 0
     where relationship_id = $1 and local_date = $2`,
    [relationshipId, localDate],
  );
  const rowsOf = async () => {
    const read = "select to_jsonb(task)::text as text from agenda_task task where id = $1";
    return (await owner.query<{ text: string }>(read, [meal.id])).rows;
  };
  const asWritten = await rowsOf();
  await rebuild(scope, 1);
  expect(await rowsOf()).toEqual(asWritten);
  expect(await sumsOf(scope)).toMatchObject([
    { counted_count: 5, done_count: 0, adherence_score: 0.333, completed_count: 1 },
  ]);
  const { stored, ...others } = await sumsAsRead(em, { relationshipId, localDate });
  for (const read of Object.values(others)) expect(read).toEqual(stored);
});

test("A rebuild covers all relationships page by page, each once", async () => {
  const scopes = [await buildScope(em), await buildScope(em), await buildScope(em)];
  const before = await Promise.all(scopes.map(sumsOf));
  for (const scope of scopes) await spoil(scope);
  let after: string | null = null;
  for (let calls = 0; ; calls += 1) {
    const rebuilt = await rebuildDays({ em, log, rebuilds: [] }, { after, only: null });
    ({ after } = rebuilt);
    if (rebuilt.done) break;
    expect(calls).toBeLessThan(50);
  }
  expect(await Promise.all(scopes.map(sumsOf))).toEqual(before);
});

test("A relationship that fails alone does not stop the others, is named, and its days keep their marks", async () => {
  const scopes = [await buildScope(em), await buildScope(em), await buildScope(em)];
  const [first, failing, last] = scopes.toSorted((one, other) =>
    one.relationshipId < other.relationshipId ? -1 : 1,
  );
  if (first === undefined || failing === undefined || last === undefined)
    throw new Error("Expected three relationships");
  const before = await Promise.all([first, last].map(sumsOf));
  for (const scope of scopes) await spoil(scope);
  await breakFor(failing);
  const only = scopes.map(({ relationshipId }) => relationshipId);
  const { relationshipId } = failing;
  expect(await rebuildDays({ em, log, rebuilds: [] }, { after: null, only })).toEqual({
    after: last.relationshipId,
    dayCount: 2,
    relationshipCount: 2,
    failed: [{ relationshipId, failureClass: "SQLSTATE_P0001" }],
    done: true,
  });
  await mend();
  expect(await Promise.all([first, last].map(sumsOf))).toEqual(before);
  const { rows } = await owner.query(
    "select relationship_id from agenda_day where invalidated_at is not null",
  );
  expect(rows).toEqual([{ relationship_id: relationshipId }]);
  await rebuild(failing, 60);
});

test("A transient database error blames no relationship; the rebuild is retried", async () => {
  const scope = await buildScope(em);
  const only = [scope.relationshipId];
  await owner.query("begin");
  await owner.query("select 1 from relationship_scope where relationship_id = $1 for update", only);
  const url = `${appUrl}?options=${encodeURIComponent("-c lock_timeout=100ms")}`;
  const impatient = openDatabase({ url, poolSize: 1, applicationName: "impatient test" });
  const rebuilding = () =>
    rebuildDays({ em: impatient.em, log, rebuilds: [] }, { after: null, only });
  await expect(rebuilding()).rejects.toMatchObject({ code: "UNAVAILABLE" });
  await owner.query("rollback");
  expect(await rebuilding()).toMatchObject({ relationshipCount: 1, failed: [], done: true });
  await impatient.close();
});

function queueOf(agenda: BuiltScope["agenda"]) {
  return fc.array(likelyOperations(agenda), { minLength: 1, maxLength: 15 });
}

async function sumsOf({ relationshipId }: BuiltScope) {
  const { rows } = await sql`select local_date, projection_version, agenda_checksum, task_count,
      completed_count, skipped_count, missed_count, counted_count, done_count, adherence_score
    from agenda_day where relationship_id = ${relationshipId} order by local_date`.execute(
    em.fork().getKysely(),
  );
  return rows;
}

function daysOf({ relationshipId, agenda }: BuiltScope) {
  return Array.from({ length: DAYS }, (_, ago) => ({
    relationshipId,
    localDate: addDays(agenda.localDate, -ago),
  }));
}

/** A logged day and six before it with the same tasks in other states; their sums as live acts leave them. */
async function buildDays(drawn: fc.GeneratorValue): Promise<BuiltScope> {
  const scope = await buildScope(em);
  await submit(admission, scope, drawn(queueOf, scope.agenda));
  await settleAll(settlement, scope);
  const { relationshipId, agenda } = scope;
  await owner.query(
    `insert into agenda_task select made.* from agenda_task task, generate_series(1, ${DAYS - 1}) as ago,
       lateral jsonb_populate_record(null::agenda_task, to_jsonb(task) || jsonb_build_object(
         'id', md5(task.id::text || ago)::uuid, 'local_date', task.local_date - ago,
         'status', ($3::text[])[1 + (ago * 5 + length(task.sort_key)) % 35])) as made
     where task.relationship_id = $1 and task.local_date = $2`,
    [relationshipId, agenda.localDate, drawn(() => statuses)],
  );
  await transact(em, async (tx) => {
    await lockScope(tx, relationshipId);
    await projectDays(tx, daysOf(scope), await clockNow(tx));
  });
  return scope;
}

function spoil(scope: BuiltScope) {
  return owner.query(
    `update agenda_day set counted_count = 99, done_count = 98, adherence_score = 97.5, task_count = 96,
       agenda_checksum = 'spoiled', projection_version = 0 where relationship_id = $1`,
    [scope.relationshipId],
  );
}

/** No day of this relationship can be written until `mend`. */
function breakFor({ relationshipId }: BuiltScope) {
  return breakWhere(`new.relationship_id = '${relationshipId}'`);
}

async function breakWhere(condition: string): Promise<void> {
  await owner.query(`create function refuse_that_day() returns trigger language plpgsql as $$
    begin
      if ${condition} and new.invalidated_at is null then
        raise exception 'interrupted';
      end if;
      return new;
    end $$;
    create trigger that_day before update on agenda_day
      for each row execute function refuse_that_day()`);
}

function mend() {
  return owner.query("drop trigger that_day on agenda_day; drop function refuse_that_day()");
}

function rebuild(scope: BuiltScope, slice: number) {
  return rebuildDays(
    { em, log, rebuilds: [] },
    { after: null, only: [scope.relationshipId] },
    { slice },
  );
}
