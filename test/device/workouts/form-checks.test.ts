import { expect, test } from "@jest/globals";
import { firstScope } from "../../factories/device/device-world.ts";
import { makeFakeUploads } from "../../factories/device/fake-uploads.ts";
import { makeWorkoutWorld } from "../../factories/device/fake-workouts.ts";

/** A phone with a workout in progress and a film of an exercise. */
async function filmed() {
  const fake = await makeWorkoutWorld();
  const { world } = fake;
  const uploads = makeFakeUploads();
  const { intercept } = world;
  world.intercept = async (request) => uploads.answer(request) ?? (await intercept(request));
  await fake.open();
  const device = await world.open();
  await device.signIn(world.tokens());
  const scope = await firstScope(device);
  const media = await scope.part("media");
  const workouts = await scope.part("workouts");
  const started = await workouts.start({ taskId: "018f0000-0000-7000-8000-0000000000e1" });
  const draftId = started.kind === "STARTED" ? started.draftId : "";
  const bytes = new TextEncoder().encode("a film of a squat");
  const film = await media.attach({ bytes, purpose: "FORM_CHECK", type: "video/mp4" });
  const mediaId = film.kind === "ATTACHED" ? film.mediaId : "";
  const sent = (id: string) =>
    world.api.batches
      .flatMap(({ operations }) => operations)
      .find(({ clientOperationId }) => clientOperationId === id)?.attachments;
  return { world, device, media, workouts, uploads, draftId, mediaId, sent };
}

test("A film that a client attaches to a set and to a submit goes to the server with their operations", async () => {
  const { device, media, workouts, uploads, draftId, mediaId, sent } = await filmed();
  const attachments = [mediaId];
  await workouts.recordSets({ draftId, sets: [], attachments, callId: "sets" });
  await workouts.submit({ draftId, attachments, callId: "submit" });
  await media.send();
  await device.sync();

  const [upload] = uploads.all();
  const named = [{ uploadId: upload?.uploadId, purpose: "FORM_CHECK" }];
  expect([sent("sets"), sent("submit")]).toMatchObject([named, named]);
});

test("A submit that is sent again in place of a refused one keeps its film", async () => {
  const { world, device, media, workouts, uploads, draftId, mediaId, sent } = await filmed();
  let isRefused = true;
  world.api.judge = ({ operationType }) =>
    operationType === "workout.submit-session" && isRefused ? "TASK_CLOSED" : "ACCEPTED";
  await workouts.submit({ draftId, attachments: [mediaId], callId: "refused" });
  await media.send();
  await device.sync();
  isRefused = false;
  await workouts.submit({ draftId, callId: "again" });
  await media.send();
  await device.sync();

  expect(sent("again")).toMatchObject([{ uploadId: uploads.all()[0]?.uploadId }]);
});

test("A client who attaches an unknown film, or more than the server takes, is told so", async () => {
  const { workouts, media, draftId, mediaId } = await filmed();
  const unknown = await workouts.recordSets({ draftId, sets: [], attachments: ["unknown"] });
  const others = await Promise.all(
    ["one", "two", "three"].map(async (text) => {
      const bytes = new TextEncoder().encode(text);
      const file = await media.attach({ bytes, purpose: "FORM_CHECK", type: "video/mp4" });
      return file.kind === "ATTACHED" ? file.mediaId : "";
    }),
  );
  const many = await workouts.recordSets({
    draftId,
    sets: [],
    attachments: [mediaId, ...others],
  });
  await media.send();

  expect(unknown).toEqual({ kind: "REFUSED", code: "FILE_UNKNOWN" });
  expect(many).toMatchObject({
    kind: "DONE",
    prediction: { kind: "REFUSED", code: "ATTACHMENT_NOT_ALLOWED" },
  });
});
