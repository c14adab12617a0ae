import { describe, expect, test } from "@jest/globals";
import { unpinTask } from "../../activities/agenda/focus-pin/pin-task.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { FocusPin } from "../../db/agenda/focus-pin/focus-pin.ts";
import { listNoticeRows } from "../../db/agenda/notices/queries.ts";
import { readNotices } from "../factories/agenda/read-notices.ts";
import { listDayTasks } from "../../db/agenda/queries.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { agendaChecksum } from "../../rules/agenda/agenda-checksum.ts";
import { close, dayOf, endDay } from "../factories/agenda/closing-day.ts";
import { pin } from "../factories/agenda/notices.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const ROUNDS = campaignSize("RACE_ROUNDS", 2);
const { em } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);

describe("A pin that races with", () => {
  test("a completion succeeds or is refused, and the task is completed as its client did", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const scope = await buildScope(em);
      const { habit } = scope.agenda;
      const done = queued("quick-log.complete-task", { taskId: habit.id });
      const [isPinned, { results }] = await race(
        round,
        () => tryToPin(scope),
        () => submit(deps, scope, [done]),
      );
      expect(results).toMatchObject([{ status: "ACCEPTED", acceptedRevision: 2 }]);
      expect(await habitOf(scope)).toMatchObject({ status: "COMPLETED", revision: 2 });
      expect(await shownTask(scope)).toBe(isPinned ? habit.id : null);
      await settleAll(settlementDeps(em), scope);
      await expectProjected(scope);
    }
  });

  test("a superseding task shows that task or is refused", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const scope = await buildScope(em);
      const [isPinned] = await race(
        round,
        () => tryToPin(scope),
        () => supersede(scope),
      );
      expect(await habitOf(scope)).toMatchObject({ status: "SUPERSEDED", revision: 2 });
      expect(await shownTask(scope)).toBe(isPinned ? scope.agenda.water.id : null);
    }
  });

  test("the close of its day succeeds or is refused, and the task is closed", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const scope = await buildScope(em);
      await endDay(em, dayOf(scope));
      const [isPinned] = await race(
        round,
        () => tryToPin(scope),
        () => close(em, [dayOf(scope)]),
      );
      expect(await habitOf(scope)).toMatchObject({ status: "MISSED", revision: 2 });
      expect(await shownTask(scope)).toBe(isPinned ? scope.agenda.habit.id : null);
      await expectProjected(scope);
    }
  });

  test("other pins and unpins has its own revision, and the last one remains", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const scope = await buildScope(em);
      const { workspaceId, coachUserId: byUserId } = scope;
      await tryToPin(scope, "first");
      const unpinning = { workspaceId, byUserId, ...dayOf(scope), requestId: "test" };
      const acts = [
        () => tryToPin(scope, "second"),
        () => tryToPin(scope, "third"),
        () => transact(em, (tx) => unpinTask(tx, unpinning)),
      ];
      await Promise.all((round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()));
      const left = await em.fork().findOneOrFail(FocusPin, dayOf(scope));
      expect(left.revision).toBe(4);
      expect(["second", "third", null]).toContain(left.note);
      expect(await shownTask(scope)).toBe(left.agendaTaskId);
      await expectProjected(scope);
    }
  });
});

/** Pins the habit. Returns whether it succeeded. */
async function tryToPin(scope: BuiltScope, note: string | null = null): Promise<boolean> {
  return await pin(em, scope, scope.agenda.habit.id, note).then(
    () => true,
    (refusal: unknown) => {
      expect(refusal).toMatchObject({ code: "STATE_CONFLICT" });
      return false;
    },
  );
}

async function shownTask(scope: BuiltScope) {
  return (await readNotices(em.fork(), dayOf(scope))).focusPin?.taskId ?? null;
}

async function habitOf({ agenda }: BuiltScope) {
  return await em.fork().findOneOrFail(AgendaTask, agenda.habit.id);
}

/** Expects the stored checksum of the day to equal that of its rows. */
async function expectProjected(scope: BuiltScope): Promise<void> {
  const fork = em.fork();
  const day = dayOf(scope);
  const tasks = await listDayTasks(executorOf(fork), day.relationshipId, [day.localDate]);
  const checksum = await agendaChecksum({ tasks, notices: await listNoticeRows(fork, [day]) });
  expect(await fork.findOneOrFail(AgendaDay, day)).toMatchObject({ agendaChecksum: checksum });
}

async function race<One, Other>(
  round: number,
  one: () => Promise<One>,
  other: () => Promise<Other>,
): Promise<readonly [One, Other]> {
  if (round % 2 === 0) return await Promise.all([one(), other()]);
  const later = other();
  return await Promise.all([one(), later]);
}

/** Lets another task supersede the habit, as an act of its source does. */
function supersede({ relationshipId, agenda }: BuiltScope) {
  return transact(em, async (tx) => {
    await lockScope(tx, relationshipId);
    const supersededAt = await clockNow(tx);
    const habit = await tx.findOneOrFail(AgendaTask, agenda.habit.id);
    const replaced = { supersededAt, supersededByTaskId: agenda.water.id };
    tx.assign(habit, { status: "SUPERSEDED", revision: habit.revision + 1, ...replaced });
    await tx.flush();
  });
}
