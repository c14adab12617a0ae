import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { endAssignment } from "../../activities/plans/assignments/end-assignment.ts";
import { revokeDevice } from "../../activities/sync/devices/revoke-device.ts";
import type { OperationResult } from "../../contract/sync/schema.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { listDayTasks } from "../../db/agenda/queries.ts";
import { newId } from "../../db/platform/new-id.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildDevice,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { fullReceipts } from "../factories/sync/receipts/stored-receipts.ts";
import { useOrm } from "../harness/use-orm.ts";

const ROUNDS = campaignSize("RACE_ROUNDS", 6);

const { em } = await useOrm(await useOwnDatabase(), { poolSize: 16 });

describe("a revocation comes before or after a whole batch, never inside it", () => {
  test.each(["revoked", "registered again"] as const)(
    "when the device is %s meanwhile",
    async (how) => {
      const seen = new Set<string>();
      for (let round = 0; round < ROUNDS; round += 1) {
        const scope = await buildScope(em);
        const installationId = newId();
        const deviceId = await buildDevice(em, scope.clientUserId, installationId);
        const batch = ticks(scope);
        const end = () =>
          how === "revoked"
            ? transact(em, (tx) =>
                revokeDevice(tx, { userId: scope.clientUserId, deviceId, requestId: "test" }),
              )
            : buildDevice(em, scope.clientUserId, installationId);
        const send = () => submit(admissionDeps(em), { ...scope, deviceId }, batch);
        const both = round % 2 === 0 ? [end(), send()] : [send(), end()];
        await Promise.allSettled(both);
        const stored = await receiptsOf(deviceId);
        expect([0, batch.length]).toContain(stored.length);
        seen.add(stored.length === 0 ? "before" : "after");
        await expect(send()).rejects.toMatchObject({ code: "DEVICE_REVOKED" });
      }
      expect(seen.size).toBeGreaterThan(0);
    },
  );
});

describe("two phones of one client at once", () => {
  test("each get a complete verdict, in some order; nothing is lost, nothing deadlocks", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const scope = await buildScope(em);
      const deviceId = await buildDevice(em, scope.clientUserId);
      const { steps } = scope.agenda;
      const walks = (minute: number) =>
        Array.from({ length: 10 }, (_, index) =>
          queued("quick-log.record-value", {
            taskId: steps.id,
            metricKind: "STEPS",
            value: 100,
            unit: "steps",
            sourceType: "MANUAL",
            recordedAt: new Date(Date.UTC(2026, 0, 5, 8, minute + index)).toISOString(),
          }),
        );
      const outcomes = await Promise.all([
        outcomeOf(submit(admissionDeps(em), scope, walks(0))),
        outcomeOf(submit(admissionDeps(em), { ...scope, deviceId }, walks(20))),
      ]);
      const kinds = outcomes.map((outcome) => new Set(outcome));
      expect(kinds).toContainEqual(new Set(["ACCEPTED"]));
      expect(kinds).toContainEqual(new Set(["CONFLICT"]));
      const tasks = await listDayTasks(executorOf(em.fork()), scope.relationshipId, [
        scope.agenda.localDate,
      ]);
      expect(tasks.find(({ id }) => id === steps.id)).toMatchObject({
        revision: 11,
        completionSummary: { value: { current: 100, entryCount: 1 } },
      });
    }
  });

  test("both succeed on different tasks", async () => {
    const scope = await buildScope(em);
    const devices = await Promise.all(
      Array.from({ length: 4 }, () => buildDevice(em, scope.clientUserId)),
    );
    const { habit, supplement, meal, water } = scope.agenda;
    const outcomes = await Promise.all(
      [habit, supplement, meal, water].map((task, index) => {
        const skip = queued("quick-log.skip", { taskId: task.id, reason: "BUSY" });
        const deviceId = devices[index] ?? "";
        return outcomeOf(submit(admissionDeps(em), { ...scope, deviceId }, [skip]));
      }),
    );
    expect(outcomes).toEqual(Array.from({ length: 4 }, () => ["ACCEPTED"]));
    const { rows } = await sql<{ seq: number; changes: number }>`
      select scope.seq::int as seq,
        (select count(*)::int from scope_change c where c.relationship_id = scope.relationship_id)
          as changes
      from relationship_scope scope where scope.relationship_id = ${scope.relationshipId}
    `.execute(em.fork().getKysely());
    expect(rows[0]?.seq).toBe(rows[0]?.changes);
  });
});

test("a coach who withdraws the plan while the client ticks: one of them is first", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const scope = await buildScope(em);
    const { meal } = scope.agenda;
    const end = () =>
      transact(em, (tx) =>
        endAssignment(tx, {
          assignmentId: meal.sourceId,
          relationshipId: scope.relationshipId,
          workspaceId: scope.workspaceId,
          byUserId: scope.coachUserId,
          requestId: "test",
        }),
      );
    const send = () => outcomeOf(submit(admissionDeps(em), scope, ticks(scope)));
    const [outcome] =
      round % 2 === 0
        ? await Promise.all([send(), end()])
        : await Promise.all([end(), send()]).then(([, sent]) => [sent]);
    const whole = new Set(outcome);
    expect([new Set(["ACCEPTED"]), new Set(["CONFLICT"])]).toContainEqual(whole);
    const tasks = await listDayTasks(executorOf(em.fork()), scope.relationshipId, [
      scope.agenda.localDate,
    ]);
    const status = tasks.find(({ id }) => id === meal.id)?.status;
    expect(status).toBe(whole.has("ACCEPTED") ? "COMPLETED" : "CANCELED");
  }
});

describe("one installation is one device", () => {
  test("even if two users register it at the same instant (account switch)", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = [await buildAgendaOwner(em), await buildAgendaOwner(em)];
      const installationId = newId();
      await Promise.all([
        buildDevice(em, one.clientUserId, installationId),
        buildDevice(em, other.clientUserId, installationId),
      ]);
      const { rows } = await sql<{ status: string }>`
        select device.status from device
        join device_lineage lineage on lineage.id = device.lineage_id
        where lineage.installation_id = ${installationId} order by device.status
      `.execute(em.fork().getKysely());
      expect(rows.map(({ status }) => status)).toEqual(["ACTIVE", "REVOKED"]);
    }
  });
});

function ticks({ agenda: { meal } }: BuiltScope) {
  return meal.items.map(({ id }) =>
    queued("quick-log.complete-item", { taskId: meal.id, itemId: id }),
  );
}

/** The answer of a batch, or the code of its refusal. */
function outcomeOf(work: Promise<{ readonly results: readonly OperationResult[] }>) {
  return work.then(
    ({ results }) => results.map(({ status }) => status),
    (error: unknown) => (error instanceof Error ? error.message : "unknown"),
  );
}

async function receiptsOf(deviceId: string) {
  return (await fullReceipts(em, [deviceId])).map(({ status }) => ({ status }));
}
