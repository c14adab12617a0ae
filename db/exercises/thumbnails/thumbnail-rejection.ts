import { defineEntity, p } from "@mikro-orm/postgresql";
import { Exercise } from "../catalogue/exercise.ts";
import { LibraryItem } from "../images/library-item.ts";

const ThumbnailRejectionSchema = defineEntity({
  name: "ThumbnailRejection",
  properties: {
    exerciseId: () =>
      p.manyToOne(Exercise).mapToPk().primary().updateRule("no action").deleteRule("no action"),
    itemId: () =>
      p.manyToOne(LibraryItem).mapToPk().primary().updateRule("no action").deleteRule("no action"),
    normalisationVersion: p.integer(),
    promptVersion: p.integer().strictNullable(),
    rejectedBy: p.text(),
    rejectedAt: p.datetime(),
  },
});

/** A rejected pair. */
export class ThumbnailRejection extends ThumbnailRejectionSchema.class {}
ThumbnailRejectionSchema.setClass(ThumbnailRejection);
