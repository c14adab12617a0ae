import { expect, test } from "@jest/globals";
import { attachText, mediaPhone, queueWith } from "../../factories/device/media-phone.ts";

test("A refused entry that is sent again names the same files, in the same order", async () => {
  const { world, device, scope, media, uploads } = await mediaPhone();
  world.api.judge = ({ clientOperationId }) =>
    clientOperationId === "refused" ? CONFLICT : "ACCEPTED";
  const front = await attachText(media, "the front");
  const side = await attachText(media, "the side");
  await (await queueWith(scope, "refused", side, front)).verdict();
  await device.sync();
  const centre = await scope.part("centre");
  const outcome = await centre.resubmit({ clientOperationId: "refused", callId: "again" });
  const verdict = await (await scope.operation("again"))?.verdict();

  const sent = world.api.batches.flatMap(({ operations }) => operations);
  const [first, second] = ["refused", "again"].map((id) =>
    sent.find(({ clientOperationId }) => clientOperationId === id),
  );
  expect(outcome).toEqual({ kind: "QUEUED", clientOperationId: "again" });
  expect(verdict?.status).toBe("ACCEPTED");
  expect(first?.attachments).toHaveLength(2);
  expect(second?.attachments).toEqual(first?.attachments);
  expect(uploads.records()).toHaveLength(2);
});

const CONFLICT = {
  status: "CONFLICT",
  category: "STALE_REVISION",
  conflictCode: "STALE_REVISION",
  receiptId: "018f0000-0000-7000-8000-0000000000e1",
  message: "This was changed elsewhere in the meantime.",
  allowedResolutions: ["REFRESH", "RESUBMIT", "DISCARD"],
  rebaseable: true,
  latestRevision: 7,
  acceptedRevision: null,
};
