import { settleAll } from "../settlement.ts";
import { expect } from "@jest/globals";
import { sql } from "kysely";
import { revokeDevice } from "../../../../activities/sync/devices/revoke-device.ts";
import { PurgeOrder } from "../../../../db/sync/purge-order.ts";
import { transact } from "../../../../db/platform/transactions/transact.ts";
import { MOST_ACTIVE_DEVICES } from "../../../../contract/sync/vocabulary.ts";
import { at } from "../model/terms.ts";
import { NOTE_TYPE, registerAgain, type Stage } from "../model/world.ts";
import { send, traces, verdicts } from "./race-ground.ts";
import { buildDevice, queued } from "../sync.ts";

/** A phone registers again while its former device and the actor both retry deferred operations. */
export async function lateRetries(stage: Stage, round: number): Promise<void> {
  const world = await stage.open();
  const phone = at(world.phones, 0);
  const [deviceId = ""] = phone.deviceIds;
  const note = queued(NOTE_TYPE, { text: `note ${round}`, fault: "decide" });
  stage.rule.broken = true;
  await send(stage, world, { phone: 0, operations: [note] });
  stage.rule.broken = false;
  const retry = () => settleAll(stage.settlement, { deviceId, retryNow: true });
  const late = () => send(stage, world, { phone: 0, operations: [note], deviceId });
  const acts: (() => Promise<unknown>)[] = [retry, late, () => registerAgain(stage.em, phone)];
  const turned = [...acts.slice(round % 3), ...acts.slice(0, round % 3)];
  await Promise.all(turned.map((act) => act()));
  await retry();
  const again = await send(stage, world, { phone: 0, operations: [note] });
  expect(verdicts(again)).toEqual(["ALREADY_ACCEPTED"]);
  expect(await late()).toBe("DEVICE_REVOKED");
  expect(await traces(stage, world)).toMatchObject({ receipts: 1, notes: 1, admitted: 0 });
}

/**
 * A phone registers again while its former device is revoked and still sends. In either order the queue
 * continues under the new device, without duplicates.
 */
export async function handOvers(stage: Stage, round: number): Promise<void> {
  const world = await stage.open();
  const phone = at(world.phones, 0);
  const { userId } = phone;
  const [deviceId = ""] = phone.deviceIds;
  const notes = [1, 2, 3].map((index) => queued(NOTE_TYPE, { text: `note ${round} ${index}` }));
  const acts: (() => Promise<unknown>)[] = [
    () => send(stage, world, { phone: 0, operations: notes.slice(0, 2), deviceId }),
    () => registerAgain(stage.em, phone),
    () => transact(stage.em, (tx) => revokeDevice(tx, { userId, deviceId, requestId: "race" })),
  ];
  const turned = [...acts.slice(round % 3), ...acts.slice(0, round % 3)];
  await Promise.all(turned.map((act) => act()));
  const answer = verdicts(await send(stage, world, { phone: 0, operations: notes }));
  expect(answer).toEqual(expect.arrayContaining(["ACCEPTED"]));
  expect(new Set(answer)).not.toContain("DEVICE_REVOKED");
  expect(await traces(stage, world)).toMatchObject({ receipts: 3, notes: 3 });
  const orders = await stage.em.fork().find(PurgeOrder, { deviceId });
  expect(orders.length).toBeLessThanOrEqual(1);
  for (const { queue, handedOverTo } of orders)
    expect({ queue, handedOverTo }).toEqual({
      queue: "KEEP",
      handedOverTo: phone.deviceIds.at(-1),
    });
}

async function devicesOf({ em }: Stage, installationId: string) {
  const { rows } = await sql<{ status: string; replaces: string | null; lineage: string }>`
    select device.status, device.replaces_device_id as replaces, lineage.id as lineage
    from device join device_lineage lineage on lineage.id = device.lineage_id
    where lineage.installation_id = ${installationId}
  `.execute(em.fork().getKysely());
  return rows;
}

/** One installation is one device, however often it registers at once. */
export async function eightRegistrations(stage: Stage): Promise<void> {
  const world = await stage.open();
  const { installationId, userId } = at(world.phones, 0);
  await Promise.all(stage.connections.map(() => buildDevice(stage.em, userId, installationId)));
  const devices = await devicesOf(stage, installationId);
  expect(devices.filter(({ status }) => status === "ACTIVE")).toHaveLength(1);
  expect(new Set(devices.map(({ lineage }) => lineage)).size).toBe(1);
  expect(new Set(devices.map(({ replaces }) => replaces)).size).toBe(stage.connections.length + 1);
}

/** An installation belongs to one user at a time. */
export async function twoUsers(stage: Stage): Promise<void> {
  const world = await stage.open();
  const installationId = crypto.randomUUID();
  const users = [at(world.phones, 0).userId, at(world.phones, 3).userId];
  await Promise.all(users.map((userId) => buildDevice(stage.em, userId, installationId)));
  const devices = await devicesOf(stage, installationId);
  expect(devices.filter(({ status }) => status === "ACTIVE")).toHaveLength(1);
}

/**
 * A person has at most the allowed number of active devices, however many register at once; none is revoked without
 * need.
 */
export async function tooManyDevices(stage: Stage): Promise<void> {
  const world = await stage.open();
  const { userId } = at(world.phones, 0);
  const active = async () => {
    const { rows } = await sql<{ id: string }>`
      select device.id from device join device_lineage lineage on lineage.id = device.lineage_id
      where device.user_id = ${userId} and lineage.app_surface = 'CLIENT_MOBILE' and status = 'ACTIVE'
    `.execute(stage.em.fork().getKysely());
    return rows.map(({ id }) => id);
  };
  for (let left = MOST_ACTIVE_DEVICES - (await active()).length; left > 0; left -= 1)
    await buildDevice(stage.em, userId);
  const before = await active();
  expect(before).toHaveLength(MOST_ACTIVE_DEVICES);
  const newest = await Promise.all(stage.connections.map(() => buildDevice(stage.em, userId)));
  const after = await active();
  expect(after).toHaveLength(MOST_ACTIVE_DEVICES);
  expect(after).toEqual(expect.arrayContaining(newest));
  expect(after.filter((id) => before.includes(id))).toHaveLength(
    MOST_ACTIVE_DEVICES - newest.length,
  );
}

/** Two users at the device limit take over an installation of each other. */
export async function tooManyExchanged(stage: Stage): Promise<void> {
  const world = await stage.open();
  const users = [at(world.phones, 0).userId, at(world.phones, 3).userId];
  const installations = users.map(() => crypto.randomUUID());
  for (const [index, userId] of users.entries()) {
    await buildDevice(stage.em, userId, at(installations, index));
    for (let more = 0; more < MOST_ACTIVE_DEVICES; more += 1) await buildDevice(stage.em, userId);
  }
  const crossed = users.map((userId, index) =>
    buildDevice(stage.em, userId, at(installations, 1 - index)),
  );
  const more = users.map((userId) => buildDevice(stage.em, userId));
  await Promise.all([...crossed, ...more]);
  for (const installationId of installations) {
    const devices = await devicesOf(stage, installationId);
    expect(devices.filter(({ status }) => status === "ACTIVE").length).toBeLessThanOrEqual(1);
  }
}
