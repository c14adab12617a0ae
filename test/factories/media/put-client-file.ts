import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { MediaFiles } from "../../../activities/media/media-files.ts";

/** Stores a file of a client that an operation has. With `bytes` and `files` its content can be read too. */
export async function putClientFile(
  em: SqlEntityManager,
  { workspaceId, relationshipId, clientUserId }: FileOwner,
  { contentType, purpose, accepted = true, status = "READY", content }: StoredFile,
): Promise<string> {
  const db = em.fork().getKysely();
  const storageKey = randomUUID();
  const { bytes = Buffer.alloc(4096) } = content ?? {};
  const hash = createHash("sha256").update(storageKey).digest("hex");
  const { rows } = await sql<{ id: string }>`insert into media (id, workspace_id, relationship_id,
      owner_user_id, content_hash, size_bytes, content_type, status, storage_key, created_at, updated_at)
    values (uuidv7(), ${workspaceId}, ${relationshipId}, ${clientUserId},
      ${`sha-256:${hash}`}, ${bytes.length}, ${contentType}, ${status}, ${storageKey},
      '2027-03-10T10:00:00Z', clock_now())
    returning id`.execute(db);
  const mediaId = rows[0]?.id ?? "";
  await sql`insert into operation_attachment (lineage_id, relationship_id, client_operation_id,
      upload_id, media_id, purpose, receipt_id, created_at)
    values (${randomUUID()}, ${relationshipId}, ${randomUUID()}, ${randomUUID()}, ${mediaId},
      ${purpose}, ${accepted ? randomUUID() : null}, clock_now())`.execute(db);
  if (content !== undefined) await writeBytes(content, storageKey);
  return mediaId;
}

/** The client, and where the file belongs. */
interface FileOwner {
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly clientUserId: string;
}

interface StoredFile {
  readonly contentType: string;
  readonly purpose: string;
  readonly accepted?: boolean;
  readonly status?: string;
  readonly content?: Content;
}

/** Bytes, and the storage that keeps them. */
interface Content {
  readonly files: MediaFiles;
  readonly bytes: Buffer;
}

async function writeBytes({ files, bytes }: Content, storageKey: string): Promise<void> {
  await files.store.getUpload(storageKey);
  await files.store.write(Readable.from([bytes]), storageKey, 0);
  await files.keep(storageKey);
}
