import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { decideLicence } from "../../../activities/exercises/images/decide-licence.ts";
import type { LicenceVerdict } from "../../../contract/exercises/image-vocabulary.ts";
import { LicenceSource } from "../../../db/exercises/images/licence-source.ts";
import { ThumbnailMapping } from "../../../db/exercises/thumbnails/thumbnail-mapping.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { storePicture } from "../api/matrix/pictures.ts";

/** A picture that exercises show, and its source. */
export interface ShownPicture {
  readonly sourceKey: string;
  readonly assetId: string;
}

/** Makes exercises show one picture, from its own approved source. */
export async function showPicture(
  em: SqlEntityManager,
  exerciseIds: readonly string[],
): Promise<ShownPicture> {
  const assetId = newId();
  const sourceKey = `source-${assetId}`;
  const itemId = await storePicture(em, { sourceKey, assetId, verdict: "SHOWN" });
  const now = new Date();
  const fork = em.fork();
  for (const exerciseId of exerciseIds)
    fork.create(ThumbnailMapping, {
      exerciseId,
      status: "APPROVED",
      source: "AUTO",
      itemId,
      assetId,
      itemHash: "item",
      exerciseHash: "exercise",
      libraryHash: "library",
      normalisationVersion: 1,
      promptVersion: null,
      candidateId: null,
      score: 1,
      hasConflict: false,
      reviewer: null,
      reviewedAt: null,
      revision: 1,
      matchedAt: now,
      updatedAt: now,
    });
  await fork.flush();
  return { sourceKey, assetId };
}

/** Decides as an administrator does. */
export async function decideSource(
  em: SqlEntityManager,
  { sourceKey }: ShownPicture,
  verdict: LicenceVerdict,
): Promise<void> {
  const { revision } = await em.fork().findOneOrFail(LicenceSource, { key: sourceKey });
  const deed = { sourceKey, verdict, reason: "Test", expectedRevision: revision };
  await transact(em, (tx) =>
    decideLicence(tx, { ...deed, decidedBy: "somebody", requestId: null }),
  );
}
