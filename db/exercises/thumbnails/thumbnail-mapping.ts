import { defineEntity, p } from "@mikro-orm/postgresql";
import type { MappingSource, MappingStatus } from "../../../contract/exercises/matching.ts";
import { Exercise } from "../catalogue/exercise.ts";
import { LibraryAsset } from "../images/library-asset.ts";
import { LibraryItem } from "../images/library-item.ts";

const ThumbnailMappingSchema = defineEntity({
  name: "ThumbnailMapping",
  properties: {
    exerciseId: () =>
      p.manyToOne(Exercise).mapToPk().primary().updateRule("no action").deleteRule("no action"),
    status: p.text().$type<MappingStatus>(),
    source: p.text().$type<MappingSource>(),
    itemId: () =>
      p
        .manyToOne(LibraryItem)
        .mapToPk()
        .strictNullable()
        .updateRule("no action")
        .deleteRule("no action"),
    assetId: () =>
      p
        .manyToOne(LibraryAsset)
        .mapToPk()
        .strictNullable()
        .updateRule("no action")
        .deleteRule("no action"),
    itemHash: p.text().strictNullable(),
    exerciseHash: p.text(),
    libraryHash: p.text(),
    normalisationVersion: p.integer(),
    promptVersion: p.integer().strictNullable(),
    /** The best candidate that was not rejected. */
    candidateId: p.uuid().strictNullable(),
    score: p.double().$type<number>().strictNullable(),
    hasConflict: p.boolean(),
    reviewer: p.text().strictNullable(),
    reviewedAt: p.datetime().strictNullable(),
    revision: p.integer(),
    matchedAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  indexes: [
    { name: "thumbnail_mapping_review_idx", properties: ["status", "score", "exerciseId"] },
    {
      name: "thumbnail_mapping_asset_idx",
      properties: ["assetId"],
      where: "asset_id is not null",
    },
  ],
});

/** The picture that an exercise shows, and its review status. */
export class ThumbnailMapping extends ThumbnailMappingSchema.class {}
ThumbnailMappingSchema.setClass(ThumbnailMapping);
