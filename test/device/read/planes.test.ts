import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Scope } from "../../../device/types.ts";
import { firstScope, makeDeviceWorld } from "../../factories/device/device-world.ts";
import { dayWith, taskOf } from "../../factories/device/read-day.ts";

/** Acts of a person and a server, in any order. */
const acts = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("ENQUEUE" as const), refused: fc.boolean() }),
    fc.record({ kind: fc.constant("SEND" as const) }),
    fc.record({
      kind: fc.constant("READ" as const),
      status: fc.constantFrom("PENDING", "SKIPPED"),
    }),
  ),
  { maxLength: 10 },
);

test("Accepted, waiting and refused entries never mix: what the server said is shown unchanged, whatever waits or was refused", async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (given) => {
      const world = makeDeviceWorld();
      const device = await world.open();
      await device.signIn(world.tokens());
      const scope = await firstScope(device);
      let revision = 1;
      let said = taskOf(revision, "PENDING", ACTIONS);
      world.today = dayWith([said], { adherenceSummary: { adherencePercent: revision } });
      await scope.refresh();
      const refused = new Set<string>();
      world.api.judge = ({ clientOperationId }) =>
        refused.has(clientOperationId) ? "TASK_CLOSED" : "ACCEPTED";
      world.intercept = ({ method }) =>
        method === "POST" ? { kind: "SILENCE", reason: "UNREACHABLE" } : null;

      let made = 0;
      for (const act of given) {
        if (act.kind === "ENQUEUE") {
          made += 1;
          if (act.refused) refused.add(`tap-${made}`);
          await scope.enqueue(tapOf(made));
        } else if (act.kind === "SEND") {
          const offline = world.intercept;
          world.intercept = () => null;
          world.clock.advance(20 * 60_000);
          await verdicts(scope);
          world.intercept = offline;
        } else {
          revision += 5;
          said = taskOf(revision, act.status, ACTIONS);
          world.today = dayWith([said], { adherenceSummary: { adherencePercent: revision } });
          await scope.refresh();
        }
        const [today, operations] = [await scope.today(), await scope.operations()];
        const task = today?.tasks[0];
        const idsOf = (...statuses: readonly string[]) =>
          operations.filter(({ status }) => statuses.includes(status)).map(idOf);
        expect(task?.accepted).toEqual(said);
        expect(today?.adherencePercent).toBe(revision);
        expect(task?.waiting).toBe(idsOf("QUEUED", "SYNCING").length);
        expect(task?.refused).toEqual(idsOf("REJECTED", "CONFLICTED"));
        expect(idsOf("REJECTED").every((id) => refused.has(id))).toBe(true);
        if (task?.waiting === 0 && idsOf("ACCEPTED").length === 0) expect(task.expected).toBeNull();
        const { expected } = task ?? {};
        if (expected !== null && expected !== undefined)
          expect(expected.statusPlane).toBe(
            expected.status === task?.accepted.status ? "ACCEPTED" : "WAITING",
          );
      }
    }),
    { numRuns: 15 },
  );
});

const ACTIONS = {
  actionSchema: {
    actions: [{ kind: "COMPLETE_TASK", scope: "TASK", requiredInputs: [] }],
    requiredPayload: "NONE",
  },
};

const idOf = ({ clientOperationId }: { readonly clientOperationId: string }) => clientOperationId;

const tapOf = (made: number) => ({
  clientOperationId: `tap-${made}`,
  operationType: "today.complete",
  payload: { taskId: "task" },
});

/** Waits until nothing waits. */
async function verdicts(scope: Scope): Promise<void> {
  const waiting = (await scope.operations()).filter(({ verdict }) => verdict === null);
  await Promise.all(
    waiting.map(async ({ clientOperationId }) => {
      await (await scope.operation(clientOperationId))?.verdict();
    }),
  );
}
