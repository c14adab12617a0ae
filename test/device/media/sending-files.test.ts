import { expect, test } from "@jest/globals";
import { eventually } from "../../factories/eventually.ts";
import { attachText, mediaPhone, onlyFile, queueWith } from "../../factories/device/media-phone.ts";

/** A network that a test switches. */
function makeNetwork(isMetered: boolean) {
  const listeners = new Set<() => void>();
  const state = { isMetered };
  return {
    isMetered: async () => await Promise.resolve(state.isMetered),
    watch(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    become(metered: boolean) {
      state.isMetered = metered;
      for (const listener of listeners) listener();
    },
  };
}

type Phone = Awaited<ReturnType<typeof mediaPhone>>;

const attachmentsOf = ({ world }: Phone, id: string) =>
  world.api.batches
    .flatMap(({ operations }) => operations)
    .filter(({ clientOperationId }) => clientOperationId === id)
    .map(({ attachments }) => attachments?.map(({ uploadId }) => uploadId));

test("An action that the server answers with UPLOAD_EXPIRED is sent again under its id with a new upload of the same record", async () => {
  const phone = await mediaPhone();
  const { world, uploads, scope, media } = phone;
  let answers = 0;
  world.api.judge = () => {
    answers += 1;
    if (answers > 1) return "ACCEPTED";
    uploads.expire();
    return "UPLOAD_EXPIRED";
  };
  const queued = await queueWith(scope, "lunch", await attachText(media, "a picture of lunch"));
  const verdict = await queued.verdict();

  const [former, renewed] = uploads.all();
  expect(verdict.status).toBe("ACCEPTED");
  expect(world.api.effects).toEqual(["lunch"]);
  expect(attachmentsOf(phone, "lunch")).toEqual([[former?.uploadId], [renewed?.uploadId]]);
  expect(uploads.all()).toMatchObject([{ status: "EXPIRED" }, { status: "READY" }]);
  expect(uploads.records()).toHaveLength(1);
});

test("A server that expires every upload is asked again with pauses, and never judges the action twice", async () => {
  const phone = await mediaPhone();
  const { world, uploads, device, scope, media } = phone;
  world.api.judge = () => {
    uploads.expire();
    return "UPLOAD_EXPIRED";
  };
  await queueWith(scope, "lunch", await attachText(media, "a picture of lunch"));
  await device.sync();
  await eventually(
    () => scope.operations(),
    ([operation]) => operation?.waitsFor === "MEDIA" && operation.retryAt !== null,
    5_000,
  );
  const [operation] = await scope.operations();

  expect(operation).toMatchObject({ status: "QUEUED", waitsFor: "MEDIA" });
  expect(world.api.effects).toEqual([]);
  expect(attachmentsOf(phone, "lunch").length).toBeLessThan(6);
  expect(uploads.records()).toHaveLength(1);
});

test("A replaced picture goes with the action that waited for the former one, under the same id", async () => {
  const phone = await mediaPhone();
  const { world, uploads, scope, media } = phone;
  world.isOnline = false;
  const former = await attachText(media, "a blurred picture");
  const queued = await queueWith(scope, "lunch", former);
  const bytes = new TextEncoder().encode("a sharp picture");
  const replaced = await media.replace({
    mediaId: former,
    bytes,
    purpose: "PROGRESS_PHOTO",
    type: "image/png",
  });
  world.isOnline = true;
  await media.send();
  const verdict = await queued.verdict();

  expect(replaced.kind).toBe("ATTACHED");
  expect(verdict.status).toBe("ACCEPTED");
  expect(await media.read({ mediaId: former })).toBeNull();
  expect(uploads.all()).toMatchObject([{ sizeBytes: bytes.length, status: "READY" }]);
  expect(world.files.stored.size).toBe(1);
});

test("A replacement that a page repeats, because its answer was lost, replaces the picture once", async () => {
  const { world, scope, media } = await mediaPhone();
  world.isOnline = false;
  const former = await attachText(media, "a blurred picture");
  await queueWith(scope, "lunch", former);
  const bytes = new TextEncoder().encode("a sharp picture");
  const call = { mediaId: former, bytes, purpose: "PROGRESS_PHOTO", type: "image/png" } as const;
  const outcomes = [await media.replace(call), await media.replace(call)];

  expect(outcomes[1]).toEqual(outcomes[0]);
  expect(await media.files()).toMatchObject([{ operations: ["lunch"] }]);
});

test("A removed picture leaves its action to be judged without it, and its bytes are gone", async () => {
  const phone = await mediaPhone();
  const { world, uploads, scope, media } = phone;
  world.isOnline = false;
  const mediaId = await attachText(media, "a picture of lunch");
  const queued = await queueWith(scope, "lunch", mediaId);
  const removed = [await media.remove({ mediaId }), await media.remove({ mediaId })];
  world.isOnline = true;
  await media.send();
  const verdict = await queued.verdict();

  expect(removed).toEqual([{ kind: "REMOVED" }, { kind: "ABSENT" }]);
  expect(verdict.status).toBe("ACCEPTED");
  expect(attachmentsOf(phone, "lunch")).toEqual([undefined]);
  expect(uploads.all()).toEqual([]);
  expect(world.files.stored.size).toBe(0);
});

test("A picture of an action that the server has answered cannot be removed", async () => {
  const { scope, media } = await mediaPhone();
  const mediaId = await attachText(media, "a picture of lunch");
  await (await queueWith(scope, "lunch", mediaId)).verdict();

  expect(await media.remove({ mediaId })).toEqual({ kind: "ABSENT" });
  expect(await media.read({ mediaId })).not.toBeNull();
});

test("On a metered network that the person excluded, a picture waits, and is sent by itself once the network changes", async () => {
  const network = makeNetwork(true);
  const { uploads, scope, media } = await mediaPhone(network);
  await media.allow({ networks: "UNMETERED" });
  const queued = await queueWith(scope, "lunch", await attachText(media, "a picture of lunch"));
  const waiting = await onlyFile(media, ({ waitsFor }) => waitsFor === "UNMETERED_NETWORK");
  const before = uploads.all().length;
  network.become(false);
  const verdict = await queued.verdict();

  expect(waiting).toMatchObject({ status: "STORED", retryAt: null });
  expect(before).toBe(0);
  expect(verdict.status).toBe("ACCEPTED");
  expect(uploads.all()).toMatchObject([{ status: "READY" }]);
});

test("A meal is accepted over a metered network before its picture, whose bytes wait for another network", async () => {
  const network = makeNetwork(true);
  const { uploads, scope, media } = await mediaPhone(network);
  await media.allow({ networks: "UNMETERED" });
  const attached = await attachText(media, "a picture of lunch", "MEAL_PHOTO");
  const verdict = await (await queueWith(scope, "lunch", attached)).verdict();
  const waiting = await onlyFile(media, ({ waitsFor }) => waitsFor === "UNMETERED_NETWORK");
  network.become(false);
  const sent = await onlyFile(media, ({ status }) => status === "RECEIVED");

  expect(verdict.status).toBe("ACCEPTED");
  expect(waiting).toMatchObject({ status: "ANNOUNCED", sentBytes: 0 });
  expect(sent).toMatchObject({ waitsFor: null });
  expect(uploads.all()).toHaveLength(1);
});

test("A person who allows all networks sends the waiting picture at once, and the choice outlives a restart", async () => {
  const network = makeNetwork(true);
  const { world, scope, media } = await mediaPhone(network);
  await media.allow({ networks: "UNMETERED" });
  const queued = await queueWith(scope, "lunch", await attachText(media, "a picture of lunch"));
  await onlyFile(media, ({ waitsFor }) => waitsFor === "UNMETERED_NETWORK");
  await media.allow({ networks: "ANY" });
  const verdict = await queued.verdict();
  await media.allow({ networks: "UNMETERED" });
  const [again] = await (await world.open()).scopes();

  expect(verdict.status).toBe("ACCEPTED");
  expect(await (await again?.part("media"))?.networks()).toBe("UNMETERED");
});
