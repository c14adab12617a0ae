import { afterAll, afterEach, expect, test } from "@jest/globals";
import pino from "pino";
import { createLaneMemory } from "../../activities/sync/settlement/lane-memory.ts";
import { settleLane } from "../../activities/sync/settlement/settle-lane.ts";
import { newId } from "../../db/platform/new-id.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { createPoisonedRows } from "../factories/db/poisoned-rows.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  queued,
  submit,
  type BuiltScope,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const poison = await createPoisonedRows(ownerUrl);
afterEach(async () => {
  await poison.remove();
  await moveClock(ownerUrl, 0);
});
afterAll(() => poison.close());

/** A day and a quarter of an hour after the last operation. */
const ENDED = 86_400 + 900;
const MINUTE = 60_000;

test("A relationship whose day cannot be made final stands alone: the others' days are final, and it is tried again, alone, five minutes later", async () => {
  const scopes = await loggedScopes(6);
  const [bad, ...others] = scopes;
  const lines: unknown[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  let now = 0;
  const deps = { ...settlementDeps(em), log, memory: createLaneMemory(() => now) };
  const lane = () => settleLane(deps, { lane: "0", runId: newId() });
  await moveClock(ownerUrl, ENDED);
  await poison.refuse(
    "agenda_day",
    `relationship_id = '${bad?.relationshipId}' and undo_closed_at is not null`,
  );
  const first = await lane();
  expect(first.did).toEqual(["days final 5", "days failed 1"]);
  expect(first.dueInMs).toBeLessThanOrEqual(MINUTE);
  expect(await openDays(scopes)).toEqual([bad?.relationshipId]);
  expect(lines).toMatchObject([
    { relationshipId: bad?.relationshipId, failureClass: "SQLSTATE_23514" },
  ]);
  now = 4 * MINUTE;
  expect((await lane()).did).toEqual([]);
  now = 6 * MINUTE;
  expect((await lane()).did).toEqual(["days failed 1"]);
  await poison.remove();
  now = 12 * MINUTE;
  expect((await lane()).did).toEqual(["days final 1"]);
  expect(await openDays(others)).toEqual([]);
  expect(await openDays(scopes)).toEqual([]);
});

test("Relationships that fail when the time of a call is over are tried one by one by the next calls, until all others' days are final", async () => {
  const scopes = await loggedScopes(5);
  const bad = scopes[2]?.relationshipId;
  await moveClock(ownerUrl, ENDED);
  await poison.refuse("agenda_day", `relationship_id = '${bad}' and undo_closed_at is not null`);
  // No call has time for a second attempt.
  const deps = { ...settlementDeps(em), budgetMs: 0 };
  for (let calls = 0; calls < 8; calls += 1) await settleLane(deps, { lane: "0", runId: newId() });
  expect(await openDays(scopes)).toEqual([bad]);
});

/** Clients whose day has one operation, settled. */
async function loggedScopes(count: number): Promise<readonly BuiltScope[]> {
  const scopes: BuiltScope[] = [];
  for (let index = 0; index < count; index += 1) {
    const scope = await buildScope(em);
    const { id: taskId } = scope.agenda.habit;
    await submit(admissionDeps(em), scope, [queued("quick-log.complete-task", { taskId })]);
    scopes.push(scope);
  }
  await settleLane(settlementDeps(em), { lane: "0", runId: newId() });
  return scopes;
}

/** Those of the clients who have a day that is not final. */
async function openDays(scopes: readonly BuiltScope[]): Promise<readonly string[]> {
  const ids = scopes.map(({ relationshipId }) => relationshipId);
  const open = { undoClosesAt: { $ne: null }, undoClosedAt: null };
  const days = await em.fork().find(AgendaDay, { relationshipId: ids, ...open });
  return days.map(({ relationshipId }) => relationshipId);
}
