import { beforeEach, describe, expect, test } from "@jest/globals";
import { openUpload } from "../../activities/media/open-upload.ts";
import { settleUpload } from "../../activities/media/settle-upload.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { MEDIA_LIMITS } from "../../contract/media/vocabulary.ts";
import { announcement, hashOf, photo } from "../factories/media/media.ts";
import { KEEP_PHOTO, photoFeature } from "../factories/media/photo-feature.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
let scope: BuiltScope;
let probe: ReturnType<typeof photoFeature>;

beforeEach(async () => {
  scope = await buildScope(em);
  probe = photoFeature();
});

const done = () => probe.decided.map(({ intent }) => intent.text);

describe.each([
  ["is on its way", false],
  ["is there", true],
])(
  "A waiting operation is replaced in the batch that resends it while its photo %s;",
  (_, there) => {
    test.each([["before"], ["behind"]])("the replacement comes %s it", async (place) => {
      const { laden, other, arrive } = await waiting();
      if (there) await arrive();
      const batch = place === "before" ? [other, laden] : [laden, other];
      const codes = await codesOf(batch);
      expect(codes).toEqual(
        place === "before" ? ["ACCEPTED", "MEDIA_PENDING"] : ["MEDIA_PENDING", "ACCEPTED"],
      );
      expect(await codesOf([laden, other])).toEqual(["OPERATION_SUPERSEDED", "ALREADY_ACCEPTED"]);
      expect(done()).toEqual(["without"]);
    });
  },
);

test("A waiting operation keeps its ordinal, however often it is judged", async () => {
  const { laden, arrive } = await waiting();
  const { attachments } = laden;
  const odd = queued(KEEP_PHOTO, { words: "no photo at all" });
  expect(await codesOf([odd])).toEqual(["PAYLOAD_INVALID"]);
  const late = keep("late", { attachments, resubmitOf: odd.clientOperationId });
  const other = keep("other", { resubmitOf: odd.clientOperationId });
  expect(await codesOf([late])).toEqual(["MEDIA_PENDING"]);
  expect(await codesOf([late, other])).toEqual(["MEDIA_PENDING", "NOTHING_TO_RESUBMIT"]);
  await arrive();
  expect(await codesOf([late])).toEqual(["ACCEPTED"]);
  expect(await codesOf([odd, late])).toEqual(["PAYLOAD_INVALID", "ALREADY_ACCEPTED"]);
});

test.each([["apart"], ["in one batch"]])(
  "Of two operations that replace each other, sent %s, the first replaces the second",
  async (way) => {
    const odd = { words: "no photo at all" };
    const [one, other] = [`early ${way}`, `late ${way}`];
    const early = queued(KEEP_PHOTO, odd, { clientOperationId: one, resubmitOf: other });
    const late = keep("late", { clientOperationId: other, resubmitOf: one });
    const codes =
      way === "apart"
        ? [...(await codesOf([early])), ...(await codesOf([late]))]
        : await codesOf([early, late]);
    expect(codes).toEqual(["PAYLOAD_INVALID", "OPERATION_SUPERSEDED"]);
    expect(await codesOf([late, early])).toEqual(["OPERATION_SUPERSEDED", "PAYLOAD_INVALID"]);
    expect(await codesOf([keep("late", { resubmitOf: one })])).toEqual(["ACCEPTED"]);
  },
);

function keep(text: string, changes: Partial<Operation> = {}) {
  return queued(KEEP_PHOTO, { text }, changes);
}

async function codesOf(operations: readonly Operation[]) {
  const { results } = await submit(admissionDeps(em, [probe.feature]), scope, operations);
  return results.map(({ rejectionCode, status }) => rejectionCode ?? status);
}

/** An operation that waits for a photo, its replacement, and the photo's last byte. */
async function waiting() {
  const bytes = photo();
  const { relationshipId, clientUserId: userId } = scope;
  const announced = announcement(relationshipId, bytes);
  const opening = { userId, as: "CLIENT", announced, limits: MEDIA_LIMITS } as const;
  const uploadId = await transact(em, (tx) => openUpload(tx, opening));
  const laden = keep("laden", { attachments: [{ uploadId, purpose: "PROGRESS_PHOTO" }] });
  expect(await codesOf([laden])).toEqual(["MEDIA_PENDING"]);
  const other = keep("without", { resubmitOf: laden.clientOperationId });
  const arrived = {
    sizeBytes: bytes.length,
    contentHash: hashOf(bytes),
    detectedType: "image/jpeg",
  };
  const arrive = () =>
    transact(em, (tx) => settleUpload(tx, { uploadId, arrived, requestId: "test" }));
  return { laden, other, arrive };
}
