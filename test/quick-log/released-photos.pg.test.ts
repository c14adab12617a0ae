import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { openUpload } from "../../activities/media/open-upload.ts";
import { settleUpload } from "../../activities/media/settle-upload.ts";
import { MEDIA_LIMITS } from "../../contract/media/vocabulary.ts";
import { expireUnreferenced } from "../../db/media/expire-uploads.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { actionSchemaOf, BARE_TASK } from "../../rules/agenda/actions/action-schema.ts";
import { announcement, hashOf, photo } from "../factories/media/media.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { putTaskLike } from "../factories/quick-log/structured-task.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 2 });
const deps = admissionDeps(em);

const DAY = 86_400;
let scope: BuiltScope;
beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  scope = await buildScope(em);
});

test("photos of a completion are kept for good, and those of an undone completion are released", async () => {
  const [kept, undone] = [await sentPhoto(), await sentPhoto()];
  await completed(kept);
  const undo = await completed(undone);
  await undo();
  await moveClock(ownerUrl, 31 * DAY);
  await expire();
  expect(await mediaState(kept)).toEqual({ status: "READY", kept: true });
  expect(await mediaState(undone)).toEqual({ status: "EXPIRED", kept: false });
});

test("photos of a recent completion are not kept for good before its undo window has ended", async () => {
  const [stays, goes] = [await sentPhoto(), await sentPhoto()];
  await moveClock(ownerUrl, 29.9 * DAY);
  await completed(stays);
  const undo = await completed(goes);
  await moveClock(ownerUrl, 30.1 * DAY);
  await expire();
  expect([await mediaState(stays), await mediaState(goes)]).toEqual(
    Array.from({ length: 2 }, () => ({ status: "READY", kept: false })),
  );
  await undo();
  await moveClock(ownerUrl, 33 * DAY);
  await expire();
  expect(await mediaState(stays)).toEqual({ status: "READY", kept: true });
  expect(await mediaState(goes)).toEqual({ status: "EXPIRED", kept: false });
});

/** An uploaded photo. */
async function sentPhoto(): Promise<string> {
  const bytes = photo();
  const announced = announcement(scope.relationshipId, bytes);
  const opening = {
    userId: scope.clientUserId,
    as: "CLIENT",
    announced,
    limits: MEDIA_LIMITS,
  } as const;
  const uploadId = await transact(em, (tx) => openUpload(tx, opening));
  const arrived = {
    sizeBytes: bytes.length,
    contentHash: hashOf(bytes),
    detectedType: "image/jpeg",
  };
  await transact(em, (tx) => settleUpload(tx, { uploadId, arrived, requestId: null }));
  return uploadId;
}

/** A photo task completed with it, and the undo. */
async function completed(uploadId: string) {
  const stored = { task_kind: "PHOTO", action_schema: actionSchemaOf("PHOTO", BARE_TASK) };
  const taskId = await putTaskLike(em, scope.agenda.habit, stored);
  const attachments = [{ uploadId, purpose: "PROGRESS_PHOTO" as const }];
  const clientOperationId = randomUUID();
  const done = queued("quick-log.complete-task", { taskId }, { attachments, clientOperationId });
  const { results } = await submit(deps, scope, [done]);
  expect(results[0]?.status).toBe("ACCEPTED");
  const undo = queued("quick-log.undo", { taskId, undoesClientOperationId: clientOperationId });
  return async () => {
    const answer = await submit(deps, scope, [undo]);
    expect(answer.results[0]?.status).toBe("ACCEPTED");
  };
}

async function mediaState(uploadId: string) {
  const { rows } = await sql<{ status: string; kept: boolean }>`
    select media.status, media.wanted_at is null as kept
    from media join upload on upload.media_id = media.id where upload.id = ${uploadId}
  `.execute(em.fork().getKysely());
  return rows[0];
}

async function expire() {
  await transact(em, (tx) => expireUnreferenced(tx, 100));
}
