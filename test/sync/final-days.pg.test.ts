import { afterEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { settleLane } from "../../activities/sync/settlement/settle-lane.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { newId } from "../../db/platform/new-id.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import {
  countOpenDays,
  findEndedDays,
  findLanesOfDays,
  findNextEnd,
  markFinal,
} from "../../db/quick-log/find-ended-days.ts";
import { laneShares } from "../../rules/sync/lane-share.ts";
import { reviewAsSeen } from "../factories/agenda/review-as-seen.ts";
import { explainStatement, isStatement, wasteOf } from "../factories/db/explain.ts";
import { lockScope } from "../factories/db/lock-scope.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  queued,
  submit,
  type BuiltScope,
} from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useClient } from "../harness/use-client.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl, superuserUrl } = await useOrm(await useOwnDatabase(), { poolSize: 12 });
const superuser = await useClient(superuserUrl);
const admission = admissionDeps(em);
afterEach(async () => {
  await moveClock(ownerUrl, 0);
  await lane();
});

/** A day and a quarter of an hour after an operation. */
const ENDED = 86_400 + 900;
/** All relationships. */
const ALL = { first: 0, last: 255 };

const lane = (deps = settlementDeps(em)) => settleLane(deps, { lane: "0", runId: newId() });
const complete = ({ agenda }: BuiltScope) =>
  queued("quick-log.complete-task", { taskId: agenda.habit.id });
const skip = ({ agenda }: BuiltScope) =>
  queued("quick-log.skip", { taskId: agenda.meal.id, reason: "BUSY" });

describe("A lane with days that are due", () => {
  test("makes those of many clients final by the statements of one, with one event for each day", async () => {
    const one = await loggedScopes(1);
    await moveClock(ownerUrl, ENDED);
    const ofOne = await recordStatements(lane);
    await moveClock(ownerUrl, 0);
    const many = await loggedScopes(7);
    await moveClock(ownerUrl, ENDED);
    const ofMany = await recordStatements(lane);
    expect([ofOne.result.did, ofMany.result.did]).toEqual([["days final 1"], ["days final 7"]]);
    expect(ofMany.statements).toEqual(ofOne.statements);
    expect(await closings([...one, ...many])).toEqual(Array.from({ length: 8 }, () => 1));
  });

  test("leaves the day of a locked client to its next look, a minute later", async () => {
    const [locked, free] = await loggedScopes(2);
    if (locked === undefined || free === undefined) throw new Error("Two were built");
    await moveClock(ownerUrl, ENDED);
    const release = await lockScope(ownerUrl, locked.relationshipId);
    const agenda = await lane();
    expect(agenda).toMatchObject({ did: ["days final 1"], dueReason: "UNDO_WINDOW", more: false });
    expect(agenda.dueInMs).toBeGreaterThan(50_000);
    expect(agenda.dueInMs).toBeLessThanOrEqual(60_000);
    expect(await closings([locked, free])).toEqual([0, 1]);
    await release();
    expect((await lane()).did).toEqual(["days final 1"]);
    expect(await closings([locked, free])).toEqual([1, 1]);
  });

  test("that has time for one slice makes fifty final, and goes on at once", async () => {
    const [scope] = await loggedScopes(1);
    await moveClock(ownerUrl, ENDED);
    await copyDays(scope, 60);
    const deps = { ...settlementDeps(em), budgetMs: 0 };
    const first = await lane(deps);
    expect([first.did, first.more]).toEqual([["days final 50"], true]);
    const second = await lane(deps);
    expect(second.did).toEqual(["days final 11"]);
    const third = await lane(deps);
    expect([third.did, third.more]).toEqual([[], false]);
  });

  test("says how many days wait, and when the next one becomes final", async () => {
    const scopes = await loggedScopes(3);
    const agenda = await lane();
    const [day] = await daysOf(scopes);
    expect(agenda).toMatchObject({
      waiting: { SETTLEMENT: 0, UNDO_WINDOW: 3 },
      dayCount: 3,
      nextDayAt: day?.undoClosesAt?.toISOString(),
    });
    await moveClock(ownerUrl, ENDED);
    expect(await lane()).toMatchObject({ dayCount: 0, nextDayAt: null, open: false });
  });
});

describe("A day becomes final once, whoever is faster:", () => {
  const rounds = Array.from({ length: campaignSize("RACE_ROUNDS", 6) }, (_, round) => round);

  test("two lanes and the coach's review", async () => {
    for (const round of rounds) {
      const [scope] = await loggedScopes(1);
      if (scope === undefined) throw new Error("One was built");
      await moveClock(ownerUrl, ENDED);
      await Promise.all(inOrder(round, [() => lane(), () => review(scope), () => lane()]));
      await lane();
      expect(await closings([scope])).toEqual([1]);
      await moveClock(ownerUrl, 0);
    }
  });

  test("two lanes and late evidence, which keeps the day open or opens it again", async () => {
    for (const round of rounds) {
      const [scope] = await loggedScopes(1);
      if (scope === undefined) throw new Error("One was built");
      await moveClock(ownerUrl, ENDED);
      const late = async () => {
        await submit(admission, scope, [skip(scope)]);
        await lane();
      };
      await Promise.all(inOrder(round, [() => lane(), late, () => lane()]));
      await lane();
      const [before = 0] = await closings([scope]);
      expect(before).toBeLessThanOrEqual(1);
      expect(await daysOf([scope])).toMatchObject([{ undoClosedAt: null }]);
      await moveClock(ownerUrl, 2 * ENDED);
      await Promise.all([lane(), lane()]);
      await lane();
      expect(await closings([scope])).toEqual([before + 1]);
      await moveClock(ownerUrl, 0);
    }
  });
});

test("With ten thousand days that are final and five hundred that wait, each statement about days reads no more than it needs", async () => {
  const [scope] = await loggedScopes(1);
  await copyDays(scope, 10_000, "'undo_closed_at', undo_closes_at");
  await copyDays(scope, 500, "'undo_closes_at', undo_closes_at + interval '3 days'");
  await superuser.query("vacuum analyze agenda_day");
  await moveClock(ownerUrl, ENDED);
  const [share] = laneShares(4);
  if (share === undefined) throw new Error("No lane has a share");
  const own = em.fork();
  const { sent, result } = await recordStatements(async () => {
    const days = await findEndedDays(own, { share: ALL, except: [], limit: 50 });
    await transact(em, (tx) => markFinal(tx, days));
    await findNextEnd(own, share);
    await countOpenDays(own, share);
    await findLanesOfDays(own, laneShares(4), 30);
    return days;
  });
  expect(result).toHaveLength(1);
  const statements = sent.filter((one) => isStatement(one) && one.text.includes("agenda_day"));
  expect(statements).toHaveLength(5);
  for (const statement of statements)
    expect(wasteOf(await explainStatement(superuser, statement))).toEqual([]);
});

function inOrder(round: number, works: readonly (() => Promise<unknown>)[]) {
  const first = round % works.length;
  return [...works.slice(first), ...works.slice(0, first)].map((work) => work());
}

function review({ workspaceId, relationshipId, coachUserId: byUserId, agenda }: BuiltScope) {
  const day = { workspaceId, relationshipId, localDate: agenda.localDate };
  return transact(em, (tx) => reviewAsSeen(tx, { ...day, byUserId, requestId: "test" }));
}

/** Clients whose day has one operation, settled. */
async function loggedScopes(count: number): Promise<readonly BuiltScope[]> {
  const scopes: BuiltScope[] = [];
  for (let index = 0; index < count; index += 1) {
    const scope = await buildScope(em);
    await submit(admission, scope, [complete(scope)]);
    scopes.push(scope);
  }
  await lane();
  return scopes;
}

/** Copies the day of a client for other clients, with changes as pairs of JSON. */
async function copyDays(scope: BuiltScope | undefined, count: number, changes = ""): Promise<void> {
  const changed = ["'relationship_id', copy.id", ...(changes === "" ? [] : [changes])].join(", ");
  // Foreign keys of the copies point nowhere, which matters to no statement here.
  await superuser.query("set session_replication_role = replica");
  await superuser.query(
    `with copy as (select gen_random_uuid() as id from generate_series(1, ${count})), scopes as (
       insert into relationship_scope
       select (jsonb_populate_record(s, jsonb_build_object('relationship_id', copy.id))).*
       from relationship_scope s, copy where s.relationship_id = $1)
     insert into agenda_day select (jsonb_populate_record(d, jsonb_build_object(${changed}))).*
     from agenda_day d, copy where d.relationship_id = $1 and d.undo_closes_at is not null`,
    [scope?.relationshipId],
  );
  await superuser.query("set session_replication_role = origin");
}

async function daysOf(scopes: readonly BuiltScope[]) {
  const ids = scopes.map(({ relationshipId }) => relationshipId);
  return await em.fork().find(AgendaDay, { relationshipId: ids, undoClosesAt: { $ne: null } });
}

/** How often each client's day became final. */
async function closings(scopes: readonly BuiltScope[]): Promise<readonly number[]> {
  const ids = scopes.map(({ relationshipId }) => relationshipId);
  const { rows } = await sql<{ id: string }>`select subject_id as id from outbox
    where type = 'DayUndoClosed' and subject_id = any(${ids}::uuid[])`.execute(
    em.fork().getKysely(),
  );
  return ids.map((wanted) => rows.filter(({ id }) => id === wanted).length);
}
