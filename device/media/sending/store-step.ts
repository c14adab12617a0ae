import type { Core } from "../../core.ts";
import { pauseAfter } from "../../lanes/pauses.ts";
import type { Statement } from "../../ports/sql.ts";
import type { MediaRow } from "../media-row.ts";
import type { FileStep } from "./file-step.ts";
import type { Sender } from "./sender.ts";

/** Stores a step of a file. If the person removed or replaced it meanwhile, nothing changes. */
export async function storeStep(
  { core, scope }: Pick<Sender, "core" | "scope">,
  file: Pick<MediaRow, "mediaId" | "retries">,
  step: FileStep,
): Promise<void> {
  await core.ports.sql.write([statementOf(core, file, step)]);
  core.changes.emit(scope.scopeId);
}

type StoredFile = Pick<MediaRow, "mediaId" | "retries">;

function statementOf(core: Core, file: StoredFile, step: FileStep): Statement {
  const { mediaId } = file;
  switch (step.kind) {
    case "ANNOUNCED":
      return {
        sql: `update media set status = 'ANNOUNCED', upload_id = ?, sent_bytes = ?, wait_reason = null,
          next_retry_at = null where media_id = ?`,
        params: [step.uploadId, step.sentBytes, mediaId],
      };
    case "RECEIVED":
      return {
        sql: `update media set status = 'RECEIVED', upload_id = ?, sent_bytes = size_bytes, wait_reason = null,
          next_retry_at = null, retry_count = 0 where media_id = ?`,
        params: [step.uploadId, mediaId],
      };
    case "OVER":
      return {
        sql: `update media set status = 'STORED', upload_id = null, sent_bytes = 0 where media_id = ?`,
        params: [mediaId],
      };
    case "REJECTED":
      return {
        sql: `update media set status = 'REJECTED', rejection_code = ?, wait_reason = 'PERSON',
          next_retry_at = null where media_id = ?`,
        params: [step.code, mediaId],
      };
    case "WAITS":
      return waitStatement(core, file, step);
  }
}

/** A network and a sign-in end their waits by an event; all others have a time. */
function waitStatement(
  { ports: { clock, random } }: Core,
  { mediaId, retries }: StoredFile,
  { reason, pauseMs }: Extract<FileStep, { kind: "WAITS" }>,
): Statement {
  const isTimed = reason !== "UNMETERED_NETWORK" && reason !== "SIGN_IN";
  const until = isTimed ? clock.now() + pauseAfter(retries + 1, random, pauseMs) : null;
  return {
    sql: `update media set wait_reason = ?, retry_count = retry_count + ?, next_retry_at = ? where media_id = ?`,
    params: [reason, isTimed ? 1 : 0, until, mediaId],
  };
}

/** Stores the bytes that the server has confirmed. Progress ends a series of failures. */
export async function storeProgress(
  { core, scope }: Pick<Sender, "core" | "scope">,
  mediaId: string,
  sentBytes: number,
): Promise<void> {
  await core.ports.sql.write([
    {
      sql: `update media set sent_bytes = ?, retry_count = 0 where media_id = ? and status = 'ANNOUNCED'`,
      params: [sentBytes, mediaId],
    },
  ]);
  core.changes.emit(scope.scopeId);
}
