import { beforeEach, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { openUpload } from "../../activities/media/open-upload.ts";
import { settleUpload } from "../../activities/media/settle-upload.ts";
import { MEDIA_LIMITS } from "../../contract/media/vocabulary.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { actionSchemaOf, BARE_TASK } from "../../rules/agenda/actions/action-schema.ts";
import { announcement, hashOf, photo } from "../factories/media/media.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
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
const [deps, settlement] = [admissionDeps(em), settlementDeps(em)];

const HOUR = 3_600;
const front = photo();
let scope: BuiltScope;
let taskId: string;
beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  scope = await buildScope(em);
  const stored = { task_kind: "PHOTO", action_schema: actionSchemaOf("PHOTO", BARE_TASK) };
  taskId = await putTaskLike(em, scope.agenda.habit, stored);
});

const attachmentsOf = (uploadId: string) => [{ uploadId, purpose: "PROGRESS_PHOTO" as const }];
const statusOf = async () => (await em.fork().findOneOrFail(AgendaTask, { id: taskId })).status;

test("a photo whose upload expired is announced again: the same operation is accepted with it, and one photo is kept (UPLOAD_EXPIRED)", async () => {
  const old = await announced(false);
  const done = queued("quick-log.complete-task", { taskId }, { attachments: attachmentsOf(old) });
  const [waiting] = (await submit(deps, scope, [done])).results;
  expect(waiting).toMatchObject({ rejectionCode: "MEDIA_PENDING", receiptId: null });
  await moveClock(ownerUrl, 25 * HOUR);
  const [expired] = (await submit(deps, scope, [done])).results;
  expect(expired).toMatchObject({
    status: "REFETCH_REQUIRED",
    category: "UPLOAD_EXPIRED",
    rejectionCode: "UPLOAD_EXPIRED",
    receiptId: null,
    allowedResolutions: ["RETRY"],
    message: "A file of this entry has to be sent again.",
    refetch: [
      {
        entityType: "upload",
        entityId: old,
        path: `/api/v1/client/uploads/${old}`,
        reason: "EXPIRED",
      },
    ],
  });
  await settleAll(settlement, { deviceId: scope.deviceId });
  expect(await statusOf()).toBe("PENDING");
  const again = { ...done, attachments: attachmentsOf(await announced(true)) };
  const answers = [await submit(deps, scope, [again]), await submit(deps, scope, [again])];
  expect(answers.map(({ results }) => results[0]?.status)).toEqual([
    "ACCEPTED",
    "ALREADY_ACCEPTED",
  ]);
  expect(await statusOf()).toBe("COMPLETED");
  expect(await mediaOf()).toEqual([{ status: "READY" }]);
});

test("a photo whose upload expired delays neither another operation nor another photo of the same task", async () => {
  const [old, there] = [await announced(false), await announced(true, photo())];
  await moveClock(ownerUrl, 25 * HOUR);
  const complete = (uploadId: string) =>
    queued("quick-log.complete-task", { taskId }, { attachments: attachmentsOf(uploadId) });
  const tick = queued("quick-log.complete-task", { taskId: scope.agenda.habit.id });
  const { results } = await submit(deps, scope, [complete(old), tick, complete(there)]);
  expect(results.map(({ rejectionCode, status }) => rejectionCode ?? status)).toEqual([
    "UPLOAD_EXPIRED",
    "ACCEPTED",
    "ACCEPTED",
  ]);
  expect(await statusOf()).toBe("COMPLETED");
});

/** Announces the photo, and uploads its bytes or never does. */
async function announced(isSent: boolean, bytes = front): Promise<string> {
  const opening = {
    userId: scope.clientUserId,
    as: "CLIENT",
    announced: announcement(scope.relationshipId, bytes),
    limits: MEDIA_LIMITS,
  } as const;
  const uploadId = await transact(em, (tx) => openUpload(tx, opening));
  const arrived = {
    sizeBytes: bytes.length,
    contentHash: hashOf(bytes),
    detectedType: "image/jpeg",
  };
  if (isSent) await transact(em, (tx) => settleUpload(tx, { uploadId, arrived, requestId: null }));
  return uploadId;
}

async function mediaOf() {
  const { rows } = await sql<{ status: string }>`
    select status from media where relationship_id = ${scope.relationshipId}
  `.execute(em.fork().getKysely());
  return rows;
}
