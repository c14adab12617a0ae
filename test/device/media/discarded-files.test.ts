import { expect, test } from "@jest/globals";
import { PART_BYTES } from "../../../device/media/files/sealed-parts.ts";
import { eventually } from "../../factories/eventually.ts";
import { firstScope } from "../../factories/device/device-world.ts";
import {
  attachText,
  mediaPhone,
  type MediaPhone,
  queueWith,
} from "../../factories/device/media-phone.ts";

/** A phone without a connection, whose only entry names a picture. */
async function offlineWithPicture() {
  const phone = await mediaPhone();
  phone.world.isOnline = false;
  const mediaId = await attachText(phone.media, "a picture of lunch");
  await queueWith(phone.scope, "lunch", mediaId);
  return { ...phone, mediaId, centre: await phone.scope.part("centre") };
}

const LUNCH = { clientOperationId: "lunch" };

async function restarted({ world }: MediaPhone) {
  const device = await world.open();
  const scope = await firstScope(device);
  return {
    device,
    scope,
    media: await scope.part("media"),
    centre: await scope.part("centre"),
  };
}

test("An app that is killed after a discard brings the entry back with its picture, which the server then gets", async () => {
  const phone = await offlineWithPicture();
  const { world, uploads, mediaId } = phone;
  await phone.centre.discard(LUNCH);

  const again = await restarted(phone);
  await again.device.sync();
  world.clock.advance(20_000);
  const kept = await again.media.read({ mediaId });
  const undone = await again.centre.undo(LUNCH);
  world.isOnline = true;
  await again.device.sync();
  const verdict = await (await again.scope.operation("lunch"))?.verdict();

  expect(new TextDecoder().decode(kept ?? undefined)).toBe("a picture of lunch");
  expect(undone).toBe("RESTORED");
  expect(verdict?.status).toBe("ACCEPTED");
  expect(uploads.all()).toMatchObject([{ status: "READY" }]);
});

test("A picture of a discarded entry is deleted with its content once the 30 s are over", async () => {
  const { world, centre } = await offlineWithPicture();
  await centre.discard(LUNCH);
  world.clock.advance(29_999);
  const before = world.files.stored.size;
  world.clock.advance(1);
  await eventually(
    async () => await Promise.resolve(world.files.stored.size),
    (size) => size === 0,
    5_000,
  );

  expect(before).toBe(1);
  expect(await world.rows("select media_id from media")).toEqual([]);
});

test("An app that starts long after a discard deletes the picture, although nobody opens the sync centre", async () => {
  const { world, centre } = await offlineWithPicture();
  await centre.discard(LUNCH);
  world.clock.jump(3_600_000);

  const device = await world.open();
  await device.sync();

  expect(await world.rows("select media_id from media")).toEqual([]);
  expect(world.files.stored.size).toBe(0);
});

test("A picture of a discarded entry is not sent", async () => {
  const { world, device, uploads, media, centre } = await offlineWithPicture();
  await centre.discard(LUNCH);
  world.isOnline = true;
  await device.sync();
  await media.send();

  expect(uploads.all()).toEqual([]);
});

test("The transfer of a picture ends when its entry is discarded, and goes on where it was if the entry comes back", async () => {
  const { world, uploads, media, scope, device } = await mediaPhone();
  const parts = 3;
  const picture = "p".repeat(parts * PART_BYTES);
  const mediaId = await attachText(media, picture);
  const centre = await scope.part("centre");
  const { intercept } = world;
  let isAsked = () => {};
  let answer = () => {};
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  const discarded = new Promise<void>((resolve) => (answer = resolve));
  let patches = 0;
  world.intercept = async (request) => {
    if (request.method === "PATCH") {
      patches += 1;
      isAsked();
      await discarded;
    }
    return await intercept(request);
  };
  await queueWith(scope, "lunch", mediaId);
  const sending = media.send();
  await asked;
  await centre.discard(LUNCH);
  await eventually(
    async () => await media.files(),
    () => true,
  );
  answer();
  await sending;
  const [stopped] = uploads.all().map(({ status, receivedBytes }) => ({ status, receivedBytes }));
  const waits = (await media.files()).map(({ waitsFor }) => waitsFor);
  const sentBefore = patches;
  await centre.undo(LUNCH);
  await device.sync();
  await media.send();

  expect([stopped, sentBefore]).toEqual([{ status: "PENDING", receivedBytes: PART_BYTES }, 1]);
  expect(waits).toEqual([null]);
  expect(uploads.all()).toMatchObject([{ status: "READY", receivedBytes: picture.length }]);
  expect(patches).toBe(parts);
});

test("A picture of a discarded entry that another entry names stays, and is sent", async () => {
  const { world, device, scope, uploads, media, centre, mediaId } = await offlineWithPicture();
  const other = await queueWith(scope, "other", mediaId);
  await centre.discard(LUNCH);
  world.clock.advance(30_000);
  world.isOnline = true;
  await device.sync();
  const verdict = await other.verdict();

  expect(verdict.status).toBe("ACCEPTED");
  expect(uploads.all()).toMatchObject([{ status: "READY" }]);
  expect(await media.files()).toMatchObject([{ mediaId, status: "RECEIVED" }]);
});

test("A picture that is attached again after a discard outlives the 30 s, and its new entry names it", async () => {
  const { world, device, scope, media, centre, mediaId } = await offlineWithPicture();
  await centre.discard(LUNCH);
  const again = await attachText(media, "a picture of lunch");
  world.clock.advance(30_000);
  await device.sync();
  const queued = await queueWith(scope, "second", again);

  expect(again).toBe(mediaId);
  expect(await queued.state()).toMatchObject({ status: "QUEUED", waitsFor: "MEDIA" });
  expect(world.files.stored.size).toBe(1);
});

test("A picture that is replaced after a discard is replaced in the entry that comes back", async () => {
  const { media, centre, mediaId } = await offlineWithPicture();
  await centre.discard(LUNCH);
  const bytes = new TextEncoder().encode("a better picture");
  await media.replace({ mediaId, bytes, purpose: "PROGRESS_PHOTO", type: "image/png" });
  await centre.undo(LUNCH);

  const files = await media.files();
  expect(files).toMatchObject([{ operations: ["lunch"] }]);
  expect(await media.read({ mediaId: files[0]?.mediaId ?? "" })).toEqual(bytes);
});
