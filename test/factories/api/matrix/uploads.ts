import { Readable } from "node:stream";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { Upload } from "@tus/server";
import type { MediaFiles } from "../../../../activities/media/media-files.ts";
import { openUpload } from "../../../../activities/media/open-upload.ts";
import { settleUpload } from "../../../../activities/media/settle-upload.ts";
import { MEDIA_LIMITS } from "../../../../contract/media/vocabulary.ts";
import { Media } from "../../../../db/media/media.ts";
import { findUpload } from "../../../../db/media/queries.ts";
import { transact } from "../../../../db/platform/transactions/transact.ts";
import { announcement, photo } from "../../media/media.ts";

interface Sender {
  readonly relationshipId: string;
  readonly clientUserId: string;
}

/** An upload that a client has announced, and stored media of theirs: the ids of both. */
export async function buildMatrixUploads(em: SqlEntityManager, sender: Sender) {
  const { uploadId } = await announced(em, sender);
  const there = await announced(em, sender);
  const { mediaId = "" } = (await findUpload(em.fork(), there.uploadId)) ?? {};
  await transact(em, (tx) => settleUpload(tx, { ...there, requestId: null }));
  return { uploadId, mediaId };
}

async function announced(em: SqlEntityManager, { relationshipId, clientUserId: userId }: Sender) {
  const file = announcement(relationshipId, photo());
  const opening = { userId, as: "CLIENT", announced: file, limits: MEDIA_LIMITS } as const;
  const uploadId = await transact(em, (tx) => openUpload(tx, opening));
  const { contentHash, sizeBytes, contentType: detectedType } = file;
  return { uploadId, arrived: { contentHash, sizeBytes, detectedType } };
}

/** Writes the bytes of the stored media. */
export async function storeMatrixMedia(em: SqlEntityManager, files: MediaFiles): Promise<void> {
  const media = await em.fork().find(Media, { status: "READY" });
  for (const { storageKey, sizeBytes } of media) {
    if (storageKey === null) continue;
    await files.store.create(new Upload({ id: storageKey, size: sizeBytes, offset: 0 }));
    await files.store.write(Readable.from([photo(sizeBytes)]), storageKey, 0);
  }
}
