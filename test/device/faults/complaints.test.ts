import { expect, test } from "@jest/globals";
import { openPhone, type OpenPhone } from "./open-phone.ts";

// Complaints of people about other offline libraries; lanes/known-complaints.test.ts answers those about the network.

const MINUTE = 60_000;

test("A value that adds up is added once after a lost answer, a doubled request and a reload", async () => {
  const phone = await openPhone(1);
  phone.world.network.faults = ["ANSWER_LOST", "DOUBLED_LATE", "DOUBLED"];
  await phone.record("entry-1-1", 250);
  await phone.record("entry-1-2", 300);
  await phone.syncFor(MINUTE);
  await phone.restart();
  await phone.syncFor(5 * MINUTE);

  expect(await phone.statuses()).toEqual(["ACCEPTED", "ACCEPTED"]);
  expect(waterAtServer(phone)).toBe(550);
});

test("Entries made while coaching is paused stay queued, say so, and are sent once it goes on", async () => {
  const phone = await openPhone(2);
  setStatus(phone, "PAUSED");
  await phone.record("entry-2-1", 250);
  await phone.syncFor(MINUTE);
  const [waiting] = await (await phone.scope()).operations();
  setStatus(phone, "ACTIVE");
  await phone.syncFor(MINUTE);

  expect(waiting).toMatchObject({ status: "QUEUED", waitsFor: "SCOPE_LOCKED" });
  expect(await phone.statuses()).toEqual(["ACCEPTED"]);
  expect(waterAtServer(phone)).toBe(250);
});

test("Between its verdict and the next read a task keeps showing an entry, and never falls back", async () => {
  const phone = await openPhone(3);
  await phone.record("entry-3-1", 250);
  const queued = await phone.task("WATER");
  const operation = await (await phone.scope()).operation("entry-3-1");
  await operation?.verdict();
  const answered = await phone.task("WATER");
  await (await phone.scope()).refresh();
  const read = await phone.task("WATER");

  expect([queued.expected?.value, answered.expected?.value]).toEqual([250, 250]);
  expect(answered.accepted.completionSummary.value).toBeNull();
  expect(read.accepted.completionSummary.value).toMatchObject({ current: 250 });
  expect(read.expected).toBeNull();
});

test("A read that arrives while an entry waits covers neither the entry nor what another phone did", async () => {
  const phone = await openPhone(4);
  phone.world.network.mostBytes = 100;
  await phone.record("entry-4-1", 250);
  const tasks = [...(phone.world.server.relationshipOf("A")?.tasks.values() ?? [])];
  const nth = tasks.findIndex(({ state }) => state.task.snapshot.metric === null);
  phone.world.server.actElsewhere("A", { nth, isSkip: true });
  await (await phone.scope()).refresh();

  const elsewhere = (await (await phone.scope()).today())?.tasks.map(
    (task) => task.accepted.status,
  );
  expect(elsewhere).toContain("SKIPPED");
  expect(await phone.task("WATER")).toMatchObject({ waiting: 1, expected: { value: 250 } });
});

test("A refused entry needs attention until the person resolves it, also after a restart", async () => {
  const phone = await openPhone(5);
  const { taskId } = await phone.task("NONE");
  const complete = { operationType: "today.complete", payload: { taskId, confirmed: true } };
  await (await phone.scope()).enqueue({ ...complete, clientOperationId: "entry-5-1" });
  await (await phone.scope()).enqueue({ ...complete, clientOperationId: "entry-5-2" });
  await phone.syncFor(MINUTE);
  await phone.restart();
  const refused = await phone.device().state();
  const centre = await (await phone.scope()).part("centre");
  await centre.discard({ clientOperationId: "entry-5-2" });

  expect(refused).toMatchObject({ waiting: 0, needsAttention: 1 });
  expect(await phone.device().state()).toMatchObject({ needsAttention: 0 });
});

test("After a sign-out the device shows neither a last sync nor an entry of the person", async () => {
  const phone = await openPhone(6);
  await phone.record("entry-6-1", 250);
  await phone.syncFor(MINUTE);
  const before = await phone.device().state();
  await phone.device().signOut();
  const after = await phone.device().state();

  expect(before.lastSyncAt).not.toBeNull();
  expect(after).toMatchObject({ session: "NONE", lastSyncAt: null, waiting: 0, needsAttention: 0 });
  expect(await phone.device().scopes()).toEqual([]);
});

test("An account that was suspended while the phone was offline keeps every entry and sends it once reinstated", async () => {
  const phone = await openPhone(7);
  const { network, server } = phone.world;
  network.isUp = false;
  await phone.record("entry-7-1", 250);
  server.suspended.add("A");
  network.isUp = true;
  await phone.syncFor(MINUTE);
  const kept = await phone.statuses();
  server.suspended.clear();
  await phone.syncFor(20 * MINUTE);

  expect(kept).toEqual(["QUEUED"]);
  expect(await phone.statuses()).toEqual(["ACCEPTED"]);
});

test("A revocation between two batches loses nothing: the rest goes on under the new device, and no entry counts twice", async () => {
  const phone = await openPhone(8);
  const { network, server } = phone.world;
  network.isUp = false;
  for (let made = 1; made <= 60; made += 1) await phone.record(`entry-8-${made}`, 50);
  network.isUp = true;
  network.faults = ["NONE", "ANSWER_LOST"];
  await phone.syncFor(1_000);
  server.revokeDevices("A");
  await phone.syncFor(20 * MINUTE);

  expect(new Set(await phone.statuses())).toEqual(new Set(["ACCEPTED"]));
  expect(server.witness.breaches).toEqual([]);
  expect(waterAtServer(phone)).toBe(60 * 50);
});

test("An app that is newer than the server keeps what the server does not know yet, and sends it after the server's update", async () => {
  const phone = await openPhone(9);
  const code = "OPERATION_VERSION_UNSUPPORTED";
  phone.world.server.provisional.set("entry-9-1", { code, left: 2 });
  await phone.record("entry-9-1", 250);
  await phone.syncFor(1_000);
  const [waiting] = await (await phone.scope()).operations();
  await phone.syncFor(3 * 60 * MINUTE);

  expect(waiting).toMatchObject({ status: "QUEUED", waitsFor: "VERSION" });
  expect(await phone.statuses()).toEqual(["ACCEPTED"]);
});

test("A second person on the phone is refused while the first one's entries wait, and sees none of them after a sign-out", async () => {
  const phone = await openPhone(11);
  const { network, server } = phone.world;
  network.mostBytes = 100;
  await phone.record("entry-11-1", 250);
  const refused = await phone.device().signIn(server.signIn("B"));
  network.mostBytes = null;
  network.isUp = true;
  await phone.syncFor(20 * MINUTE);
  await phone.device().signOut();
  const accepted = await phone.device().signIn(server.signIn("B"));
  await phone.syncFor(MINUTE);

  expect([refused, accepted]).toEqual(["OTHER_PERSON", "SIGNED_IN"]);
  expect(await phone.statuses()).toEqual([]);
  expect(waterAtServer(phone)).toBe(250);
});

/** The sum of the water of the day at the server. */
function waterAtServer({ world }: OpenPhone): unknown {
  const tasks = [...(world.server.relationshipOf("A")?.tasks.values() ?? [])];
  const values = tasks.map(({ state }) => state.task.completionSummary.value?.current ?? null);
  return values.find((value) => value !== null) ?? 0;
}

function setStatus({ world }: OpenPhone, status: "ACTIVE" | "PAUSED"): void {
  const relationship = world.server.relationshipOf("A");
  if (relationship !== undefined) relationship.status = status;
}
