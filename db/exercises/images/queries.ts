import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { Refusal } from "../../../contract/refusal.ts";
import { instantText } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";

/** A picture's bytes in one width. */
export interface ShownImage {
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** All sources of pictures by key, each with its number of pictures and the reason for its verdict. */
export async function listLicenceSources(em: SqlEntityManager) {
  return await sources(em).orderBy("source.key").execute();
}

/** One source. @throws Error if there is none. */
export async function getLicenceSource(em: SqlEntityManager, key: string) {
  return await sources(em).where("source.key", "=", key).executeTakeFirstOrThrow();
}

function sources(em: SqlEntityManager) {
  return tables(em)
    .selectFrom("licenceSource as source")
    .select(["source.key", "source.name", "source.licence", "source.licenceUrl"])
    .select(["source.homeUrl", "source.evidence", "source.attribution"])
    .select(["source.verdict", "source.revision"])
    .leftJoin("libraryAsset as asset", "asset.licenceSourceKey", "source.key")
    .groupBy("source.key")
    .select(({ fn, ref, selectFrom }) => [
      fn.count<number>("asset.id").as("imageCount"),
      instantText(ref("source.decidedAt")).as("decidedAt"),
      selectFrom("licenceDecision as decision")
        .whereRef("decision.sourceKey", "=", "source.key")
        .orderBy("decision.decidedAt", "desc")
        .orderBy("decision.id", "desc")
        .select("decision.reason")
        .limit(1)
        .as("reason"),
    ]);
}

/** The attributions required wherever pictures are shown, by key: of the sources that are shown and have pictures. */
export async function listAttributions(em: SqlEntityManager) {
  return await tables(em)
    .selectFrom("licenceSource as source")
    .innerJoin("libraryAsset as asset", "asset.licenceSourceKey", "source.key")
    .where("source.verdict", "=", "SHOWN")
    .groupBy("source.key")
    .select(["source.key", "source.name", "source.licence", "source.licenceUrl"])
    .select(["source.homeUrl", "source.attribution"])
    .select(({ fn }) => fn.countAll<number>().as("imageCount"))
    .orderBy("source.key")
    .execute();
}

/**
 * A picture in one width while its source may be shown. The statement that reads the bytes checks the verdict.
 *
 * @throws Refusal NOT_FOUND, and IMAGE_WITHDRAWN if its source may no longer be shown.
 */
export async function getShownImage(
  em: SqlEntityManager,
  assetId: string,
  width: number,
): Promise<ShownImage> {
  const found = await tables(em)
    .selectFrom("libraryAsset as asset")
    .innerJoin("licenceSource as source", "source.key", "asset.licenceSourceKey")
    .leftJoin("libraryRendition as rendition", (join) =>
      join
        .onRef("rendition.sha256", "=", "asset.sha256")
        .on("rendition.width", "=", width)
        .on("source.verdict", "=", "SHOWN"),
    )
    .where("asset.id", "=", assetId)
    .select(["asset.sha256", "source.verdict", "rendition.bytes"])
    .executeTakeFirst();
  // An undecided source was never shown: its pictures do not exist for readers.
  if (found === undefined || found.verdict === "HELD") throw new Refusal("NOT_FOUND");
  if (found.bytes === null) throw new Refusal("IMAGE_WITHDRAWN");
  return { sha256: found.sha256, bytes: found.bytes };
}
