import { Refusal } from "../../contract/refusal.ts";
import { stateConflict } from "../../contract/state-conflict.ts";
import { lockUpload } from "../../db/media/lock-upload.ts";
import { markTerminated } from "../../db/media/settle-upload.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";

/**
 * Cancels an upload; its received bytes are removed afterwards. Idempotent.
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT (the media are READY), UPLOAD_EXPIRED, UPLOAD_REJECTED.
 */
export async function terminateUpload(tx: Tx, uploadId: string): Promise<void> {
  const upload = await lockUpload(tx, uploadId);
  if (upload === null) throw new Refusal("NOT_FOUND");
  const { status, isOverdue } = upload;
  if (status === "TERMINATED") return;
  if (status === "READY") throw stateConflict("ALREADY_COMPLETE");
  if (status === "REJECTED") throw new Refusal("UPLOAD_REJECTED");
  if (status === "EXPIRED" || isOverdue) throw new Refusal("UPLOAD_EXPIRED");
  await markTerminated(tx, upload, await clockNow(tx));
}
