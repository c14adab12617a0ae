import { deviceActor } from "../../contract/sync/device-actor.ts";
import type { UploadStatus } from "../../contract/media/vocabulary.ts";
import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { lockUpload } from "../../db/media/lock-upload.ts";
import type { UploadView } from "../../db/media/queries.ts";
import { markReady, markRejected, wakeWaiting } from "../../db/media/settle-upload.ts";
import { newId } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { type ArrivedFile, judgeFile } from "../../rules/media/judge-file.ts";

/** A complete upload, and the result of inspecting its file. */
export interface SettleUpload {
  readonly uploadId: string;
  readonly arrived: ArrivedFile;
  readonly requestId: string | null;
}

/**
 * Decides on a complete file. Either the media become READY with an event, and waiting operations become due; or they
 * are refused with a code. An upload that was settled meanwhile stays as it is.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function settleUpload(tx: Tx, input: SettleUpload): Promise<UploadStatus> {
  const upload = await lockUpload(tx, input.uploadId);
  if (upload === null) throw new Refusal("NOT_FOUND");
  if (upload.status !== "PENDING") return upload.status;
  const now = await clockNow(tx);
  const { requestId } = input;
  const code = judgeFile(upload, input.arrived);
  if (code !== null) {
    await markRejected(tx, upload, { code, now });
    await appendEvents(tx, [mediaEvent("MediaRejected", upload)], { now, requestId });
    return "REJECTED";
  }
  await markReady(tx, upload, now);
  const devices = await wakeWaiting(tx, upload.mediaId);
  const events = [mediaEvent("MediaReady", upload), ...devices.map((id) => retryEvent(id, upload))];
  await appendEvents(tx, events, { now, requestId });
  return "READY";
}

function mediaEvent(type: "MediaReady" | "MediaRejected", upload: UploadView): DomainEvent {
  const { mediaId, uploadId, relationshipId } = upload;
  const refs = { uploadId, relationshipId };
  return { eventId: newId(), type, subjectId: mediaId, version: 0, refs };
}

/** Wakes the device whose operations waited for the media. */
function retryEvent(deviceId: string, { mediaId, relationshipId }: UploadView): DomainEvent {
  return deviceActor.wokenBy(
    {
      eventId: newId(),
      type: "OperationRetryRequested",
      subjectId: deviceId,
      version: 0,
      refs: { mediaId, relationshipId },
    },
    { deviceId },
  );
}
