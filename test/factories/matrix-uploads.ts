import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { openUpload } from "../../activities/media/open-upload.ts";
import { transact } from "../../db/transact.ts";
import { announcement, photo } from "./media.ts";

/** An upload that a client has announced: its id. */
export async function buildMatrixUploads(
  em: SqlEntityManager,
  owner: { readonly relationshipId: string; readonly clientUserId: string },
) {
  const announced = announcement(owner.relationshipId, photo());
  const opening = { userId: owner.clientUserId, as: "CLIENT", announced } as const;
  return { uploadId: await transact(em, (tx) => openUpload(tx, opening)) };
}
