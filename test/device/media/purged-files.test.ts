import { expect, test } from "@jest/globals";
import { eventually } from "../../factories/eventually.ts";
import { attachText, mediaPhone, onlyFile, queueWith } from "../../factories/device/media-phone.ts";

/** A phone without a connection, with a waiting entry and its picture. */
async function waitingPicture() {
  const phone = await mediaPhone();
  phone.world.isOnline = false;
  const mediaId = await attachText(phone.media, "a picture of lunch");
  await queueWith(phone.scope, "lunch", mediaId);
  return { ...phone, mediaId };
}

const SEALED = {
  trigger: "DEVICE_REVOCATION",
  queue: "KEEP",
  sealedUntil: "2026-02-04T08:00:00.000Z",
};

type World = Awaited<ReturnType<typeof waitingPicture>>["world"];

/** The session ends remotely, and the phone carries out an order. */
async function obey(world: World, order: object): Promise<void> {
  world.orders = [world.order(order)];
  world.renews = false;
  world.isOnline = true;
  world.api.refuseNext.push({ code: "UNAUTHENTICATED" });
  const device = await world.open();
  world.clock.advance(60_000);
  await device.sync();
  await eventually(
    async () => await Promise.resolve(world.log),
    (log) => log.some((path) => path.endsWith("/ack")),
    5_000,
  );
  world.orders = [];
}

const filesLeft = async (world: World) => ({
  rows: (await world.rows("select status from media")).map((row) => row["status"]),
  parts: world.files.stored.size,
});

test("An order that keeps the queue keeps the picture of a waiting entry sealed, and the same person sends it later", async () => {
  const { world, uploads } = await waitingPicture();
  await obey(world, SEALED);
  const scopes = await world.rows("select status from cache_scope");
  const sealed = await filesLeft(world);
  const stored = Buffer.concat([...world.files.stored.values()]);
  const before = uploads.all().length;
  world.renews = true;
  const device = await world.open();
  const signedIn = await device.signIn(world.tokens());
  const [former, next] = world.api.devices;
  world.orders = [
    world.order({ ...SEALED, orderId: "handed-over", deviceId: former, handedOverTo: next }),
  ];
  await device.sync();
  await device.sync();
  await eventually(
    async () => await Promise.resolve(uploads.all()),
    ([upload]) => upload?.status === "READY",
    5_000,
  );

  expect(scopes).toEqual([{ status: "SEALED" }]);
  expect(sealed).toEqual({ rows: ["STORED"], parts: 1 });
  expect(stored.includes("picture")).toBe(false);
  expect(before).toBe(0);
  expect(signedIn).toBe("SIGNED_IN");
  await eventually(
    async () => await Promise.resolve(world.api.effects),
    (effects) => effects.length > 0,
    5_000,
  );
  expect(world.api.effects).toEqual(["lunch"]);
});

test("An order that deletes the queue deletes the picture of a waiting entry", async () => {
  const { world } = await waitingPicture();
  await obey(world, { trigger: "DEVICE_REVOCATION" });

  expect(await filesLeft(world)).toEqual({ rows: [], parts: 0 });
});

test("An order that keeps the queue deletes a picture that the server has", async () => {
  const { world, scope, media } = await mediaPhone();
  const queued = await queueWith(scope, "lunch", await attachText(media, "a picture of lunch"));
  await queued.verdict();
  await onlyFile(media, ({ status }) => status === "RECEIVED");
  await obey(world, SEALED);

  expect(await filesLeft(world)).toEqual({ rows: [], parts: 0 });
});

test("An order that keeps the queue deletes the picture of an entry that was discarded a moment ago", async () => {
  const { world, scope } = await waitingPicture();
  const centre = await scope.part("centre");
  await centre.discard({ clientOperationId: "lunch" });
  await obey(world, SEALED);

  expect(await filesLeft(world)).toEqual({ rows: [], parts: 0 });
});

test("An order that keeps the queue keeps a picture that no entry names yet", async () => {
  const { world, media } = await mediaPhone();
  await attachText(media, "a picture of lunch");
  await obey(world, SEALED);

  expect(await filesLeft(world)).toEqual({ rows: ["STORED"], parts: 1 });
});
