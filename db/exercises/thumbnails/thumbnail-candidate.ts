import { defineEntity, p } from "@mikro-orm/postgresql";
import type { MatchConflict, MatchVerdict } from "../../../contract/exercises/matching.ts";
import { Exercise } from "../catalogue/exercise.ts";
import { LibraryItem } from "../images/library-item.ts";

const ThumbnailCandidateSchema = defineEntity({
  name: "ThumbnailCandidate",
  properties: {
    id: p.uuid().primary(),
    exerciseId: () =>
      p.manyToOne(Exercise).mapToPk().updateRule("no action").deleteRule("no action"),
    itemId: () =>
      p.manyToOne(LibraryItem).mapToPk().updateRule("no action").deleteRule("no action"),
    place: p.integer(),
    score: p.double().$type<number>(),
    conflicts: p.array().$type<MatchConflict[]>(),
    verdict: p.text().$type<MatchVerdict>(),
    reason: p.text(),
    model: p.text().strictNullable(),
    promptVersion: p.integer().strictNullable(),
    normalisationVersion: p.integer(),
    exerciseHash: p.text(),
    itemHash: p.text(),
    createdAt: p.datetime(),
  },
  uniques: [{ name: "thumbnail_candidate_pair_unique", properties: ["exerciseId", "itemId"] }],
});

/** An item that may illustrate an exercise, with the result of the last comparison. */
export class ThumbnailCandidate extends ThumbnailCandidateSchema.class {}
ThumbnailCandidateSchema.setClass(ThumbnailCandidate);
