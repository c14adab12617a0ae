import { lockScope } from "../platform/scopes/lock-scopes.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { findUpload, type UploadView } from "./queries.ts";

/**
 * Locks the relationship of an upload, as every writer of its media does first, and reads the upload under the lock.
 * Null if there is no such upload.
 */
export async function lockUpload(tx: Tx, uploadId: string): Promise<UploadView | null> {
  const found = await findUpload(tx, uploadId);
  if (found === null) return null;
  await lockScope(tx, found.relationshipId);
  return await findUpload(tx, uploadId);
}
