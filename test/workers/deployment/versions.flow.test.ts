import { expect, test } from "@jest/globals";
import { readDeployment } from "../../../workers/deployment/read-deployment.ts";
import { setCurrent } from "../../../workers/deployment/set-target.ts";
import { replayHistory } from "../../../workers/operator/replay-workflow.ts";
import type { ActorState } from "../../../workflows/actor-state.ts";
import { eventually } from "../../factories/eventually.ts";
import { openBusyClient } from "../../factories/workers/busy-client.ts";
import { countRung } from "../../factories/outbox/bells.ts";
import { listTaskFailures } from "../../factories/workers/list-task-failures.ts";
import { testBundle } from "../../factories/workers/test-bundle.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useDeployments } from "./deployment-stage.ts";

const { em, client, temporal, openDeployment } = await useDeployments(await useOwnDatabase());

test("a waiting actor moves to the promoted release with its state, and back after a rollback", async () => {
  const stage = await openDeployment();
  await stage.start("one");
  expect(await stage.order({ kind: "PROMOTE", buildId: "one" })).toBe(true);
  const actor = await stage.wake(3_600);
  await stage.untilOn(actor, "one");
  const before = await actor.handle.query<ActorState>("state");
  const { runId: firstRunId } = await actor.handle.describe();

  await stage.start("two");
  expect(await stage.order({ kind: "PROMOTE", buildId: "two" })).toBe(true);
  await stage.untilOn(actor, "two");
  const state = await eventually(
    () => actor.handle.query<ActorState>("state"),
    ({ phase }) => phase === "WAITING",
  );
  expect(state.settlements).toBeGreaterThan(before.settlements);
  expect(await stage.order({ kind: "DRAINED" })).toBe(true);

  expect(await stage.order({ kind: "ROLLBACK" })).toBe(true);
  await stage.untilOn(actor, "one");
  const { workflowId } = actor.handle;
  expect(await listTaskFailures(client, workflowId)).toEqual([]);
  const history = await client.workflow.getHandle(workflowId, firstRunId).fetchHistory();
  const report = await replayHistory(history, workflowId, await testBundle());
  expect(report).toMatchObject({ clean: true });
}, 120_000);

test("an actor that is woken during its settlement, and so continues on its own release, moves to the promoted one", async () => {
  const stage = await openDeployment();
  await stage.start("one");
  await stage.order({ kind: "PROMOTE", buildId: "one" });
  const actor = await stage.wakeDuringSettlement(3_600);
  await eventually(
    () => actor.handle.fetchHistory(),
    ({ events }) =>
      Boolean(events?.[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId),
  );
  await stage.untilOn(actor, "one");
  await stage.start("two");
  expect(await stage.order({ kind: "PROMOTE", buildId: "two" })).toBe(true);
  await stage.untilOn(actor, "two");
}, 120_000);

test("an actor that was dormant and has an earlier deadline now keeps that deadline when it moves to the promoted release", async () => {
  const stage = await openDeployment();
  await stage.start("one");
  await stage.order({ kind: "PROMOTE", buildId: "one" });
  const actor = await stage.wakeDormant(15);
  await stage.untilOn(actor, "one");
  await stage.start("two");
  expect(await stage.order({ kind: "PROMOTE", buildId: "two" })).toBe(true);
  await stage.untilOn(actor, "two");
  await eventually(
    () => countRung(em, actor.sessionId),
    (rung) => rung === 1,
    60_000,
  );
}, 90_000);

test("a promotion at a Temporal that refuses every second call is slower, and moves every actor", async () => {
  const stage = await openDeployment();
  await stage.start("one");
  await stage.order({ kind: "PROMOTE", buildId: "one" });
  const waiting = [await stage.wake(3_600), await stage.wake(3_600), await stage.wake(3_600)];
  for (const actor of waiting) await stage.untilOn(actor, "one");
  await stage.start("two");
  const calls = ["signalWorkflowExecution", "listWorkflowExecutions"];
  const { client: busy, refused } = openBusyClient(temporal, calls);
  expect(await stage.order({ kind: "PROMOTE", buildId: "two" }, busy)).toBe(true);
  for (const actor of waiting) await stage.untilOn(actor, "two");
  expect(refused.length).toBeGreaterThan(2);
  await busy.connection.close();
}, 120_000);

test("a release without a worker is not promoted, and nothing changes", async () => {
  const stage = await openDeployment();
  await stage.start("one");
  await stage.order({ kind: "PROMOTE", buildId: "one" });
  await expect(stage.order({ kind: "PROMOTE", buildId: "missing" })).rejects.toThrow(
    "No worker of missing serves both task queues",
  );
  await expect(stage.order({ kind: "ROLLBACK" })).rejects.toThrow("No release was current before");
  const found = await readDeployment(client, stage.place);
  expect(found).toMatchObject({ current: "one", ramping: null });
}, 60_000);

test("a deployment whose workers never started refuses every order", async () => {
  const stage = await openDeployment();
  await expect(stage.order({ kind: "SHOW" })).rejects.toThrow("has started yet");
}, 60_000);

test("of two operators who change a deployment at once the second is refused", async () => {
  const stage = await openDeployment();
  await stage.start("one");
  await stage.start("two");
  const seen = await readDeployment(client, stage.place);
  const conflictToken = seen?.conflictToken ?? new Uint8Array();
  const change = (buildId: string) => setCurrent(client, stage.place, { buildId, conflictToken });
  await change("one");
  await expect(change("two")).rejects.toThrow("Somebody else changed the deployment meanwhile");
  expect(await readDeployment(client, stage.place)).toMatchObject({ current: "one" });
}, 60_000);
