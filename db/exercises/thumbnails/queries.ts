import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder } from "kysely";
import {
  type MappingStatus,
  SCORE_BANDS,
  type ScoreBand,
} from "../../../contract/exercises/matching.ts";
import { anyOf, instantText } from "../../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { shareThumbnails } from "./lock-thumbnails.ts";

/** Selects a page of mappings. */
export interface MatchPage {
  readonly statuses: readonly MappingStatus[] | null;
  readonly band: ScoreBand | null;
  readonly hasConflict: boolean | null;
  readonly muscleGroup: string | null;
  readonly equipment: string | null;
  /** True for exercises without a picture, false for those with one. */
  readonly isMissing: boolean | null;
  readonly after: { readonly score: number; readonly exerciseId: string } | null;
  readonly limit: number;
}

/** Lower than any score: exercises without a candidate come last. */
const NO_SCORE = -1;

/** Mappings with their exercise, highest score first. */
export async function listMatches(em: SqlEntityManager, page: MatchPage) {
  const { statuses, band, hasConflict, muscleGroup, equipment, isMissing, after } = page;
  return await matches(em)
    .$if(statuses !== null, (query) => query.where("mapping.status", "in", [...(statuses ?? [])]))
    .$if(band !== null, (query) => query.where(inBand(band ?? "LOW")))
    .$if(hasConflict !== null, (query) => query.where("mapping.hasConflict", "=", hasConflict))
    .$if(muscleGroup !== null, (query) =>
      query.where((is) => is(is.val(muscleGroup ?? ""), "=", is.fn.any("exercise.muscleGroups"))),
    )
    .$if(equipment !== null, (query) =>
      query.where((is) => is(is.val(equipment ?? ""), "=", is.fn.any("exercise.equipment"))),
    )
    .$if(isMissing !== null, (query) =>
      query.where("mapping.assetId", isMissing === true ? "is" : "is not", null),
    )
    .$if(after !== null, (query) => query.where(isAfter(after ?? FIRST)))
    .orderBy(ordered, "desc")
    .orderBy("mapping.exerciseId")
    .limit(page.limit)
    .execute();
}

/** The mapping of an exercise. @throws Error if there is none. */
export async function getMatch(em: SqlEntityManager, exerciseId: string) {
  return await matches(em).where("mapping.exerciseId", "=", exerciseId).executeTakeFirstOrThrow();
}

/** The candidates of exercises, best first, each with its first picture that may be shown. */
export async function listCandidates(em: SqlEntityManager, exerciseIds: readonly string[]) {
  return await tables(em)
    .selectFrom("thumbnailCandidate as candidate")
    .innerJoin("libraryItem as item", "item.id", "candidate.itemId")
    .leftJoin("thumbnailRejection as rejection", (join) =>
      join
        .onRef("rejection.exerciseId", "=", "candidate.exerciseId")
        .onRef("rejection.itemId", "=", "candidate.itemId")
        .onRef("rejection.normalisationVersion", "=", "candidate.normalisationVersion"),
    )
    .where("candidate.exerciseId", "=", anyOf(exerciseIds))
    .select(["candidate.id", "candidate.exerciseId", "candidate.itemId", "candidate.score"])
    .select(["candidate.conflicts", "candidate.verdict", "candidate.reason", "candidate.model"])
    .select(["candidate.promptVersion", "candidate.normalisationVersion", "item.name"])
    .select(["item.equipment", "item.primaryMuscles", "item.sourceKey"])
    .select((from) => [
      from("rejection.itemId", "is not", null).as("isRejected"),
      from
        .selectFrom("libraryAsset as asset")
        .innerJoin("licenceSource as source", "source.key", "asset.licenceSourceKey")
        .whereRef("asset.itemId", "=", "item.id")
        .where("source.verdict", "=", "SHOWN")
        .select("asset.id")
        .orderBy("asset.position")
        .limit(1)
        .as("assetId"),
    ])
    .orderBy("candidate.exerciseId")
    .orderBy("candidate.place")
    .execute();
}

/**
 * The pictures that exercises show, by exercise: approved, and from a source that may be shown at that moment
 * (docs/rooms/exercises.md#licences). A missing exercise shows a placeholder.
 */
export async function listThumbnails(
  em: SqlEntityManager,
  exerciseIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly assetId: string; readonly attribution: string }>> {
  const rows = await tables(em)
    .selectFrom("thumbnailMapping as mapping")
    .innerJoin("libraryAsset as asset", "asset.id", "mapping.assetId")
    .innerJoin("licenceSource as source", "source.key", "asset.licenceSourceKey")
    .where("mapping.exerciseId", "=", anyOf(exerciseIds))
    .where("mapping.status", "=", "APPROVED")
    .where("source.verdict", "=", "SHOWN")
    .select(["mapping.exerciseId", "asset.id as assetId", "source.attribution"])
    .execute();
  return new Map(rows.map(({ exerciseId, ...shown }) => [exerciseId, shown]));
}

/** The same for callers that store it: no picture changes before the transaction ends. Two statements. */
export async function lockThumbnails(tx: Tx, exerciseIds: readonly string[]) {
  await shareThumbnails(tx);
  return await listThumbnails(tx, exerciseIds);
}

const mapping = expressionBuilder<{ mapping: Tables["thumbnailMapping"] }, "mapping">();
const ordered = mapping.fn.coalesce("mapping.score", mapping.lit(NO_SCORE));
/** Comes before every position. */
const FIRST = { score: 2, exerciseId: "00000000-0000-0000-0000-000000000000" };

function isAfter({ score, exerciseId }: NonNullable<MatchPage["after"]>) {
  return mapping.or([
    mapping(ordered, "<", score),
    mapping.and([mapping(ordered, "=", score), mapping("mapping.exerciseId", ">", exerciseId)]),
  ]);
}

function inBand(band: ScoreBand) {
  const { approved, review } = SCORE_BANDS;
  const bounds = { HIGH: [approved, 2], MIDDLE: [review, approved], LOW: [NO_SCORE, review] };
  const [from = NO_SCORE, below = NO_SCORE] = bounds[band];
  return mapping.and([mapping(ordered, ">=", from), mapping(ordered, "<", below)]);
}

function matches(em: SqlEntityManager) {
  return tables(em)
    .selectFrom("thumbnailMapping as mapping")
    .innerJoin("exercise", "exercise.id", "mapping.exerciseId")
    .leftJoin("libraryAsset as asset", "asset.id", "mapping.assetId")
    .leftJoin("licenceSource as source", (join) =>
      join.onRef("source.key", "=", "asset.licenceSourceKey").on("source.verdict", "=", "SHOWN"),
    )
    .select(["mapping.exerciseId", "mapping.candidateId", "mapping.status", "mapping.source"])
    .select(["mapping.revision", "mapping.hasConflict", "mapping.itemId", "mapping.reviewer"])
    .select(["exercise.providerExerciseId", "exercise.title", "exercise.equipment"])
    .select(["exercise.muscleGroups"])
    .select(({ ref, case: when }) => [
      ordered.as("score"),
      instantText(ref("mapping.reviewedAt")).as("reviewedAt"),
      when().when("source.key", "is not", null).then(ref("asset.id")).end().as("assetId"),
    ]);
}
