import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { openImageDecoder } from "../../../activities/exercises/images/image-decoder.ts";
import { importLibrary } from "../../../activities/exercises/images/import-library.ts";
import { openFolder } from "../../../activities/exercises/images/open-folder.ts";
import { decideLicence } from "../../../activities/exercises/images/decide-licence.ts";
import { matchThumbnails } from "../../../activities/exercises/thumbnails/match-thumbnails.ts";
import { reviewThumbnail } from "../../../activities/exercises/thumbnails/review-thumbnail.ts";
import type { ThumbnailRanker } from "../../../activities/exercises/thumbnails/thumbnail-ranker.ts";
import { NORMALISATION_VERSION, type ReviewAction } from "../../../contract/exercises/matching.ts";
import { Exercise } from "../../../db/exercises/catalogue/exercise.ts";
import { LibraryAsset } from "../../../db/exercises/images/library-asset.ts";
import { LibraryItem } from "../../../db/exercises/images/library-item.ts";
import { LicenceSource } from "../../../db/exercises/images/licence-source.ts";
import { listThumbnails } from "../../../db/exercises/thumbnails/queries.ts";
import { ThumbnailCandidate } from "../../../db/exercises/thumbnails/thumbnail-candidate.ts";
import { ThumbnailDecision } from "../../../db/exercises/thumbnails/thumbnail-decision.ts";
import { ThumbnailMapping } from "../../../db/exercises/thumbnails/thumbnail-mapping.ts";
import { ThumbnailRejection } from "../../../db/exercises/thumbnails/thumbnail-rejection.ts";
import { openDatabase } from "../../../db/open-database.ts";
import { OutboxRow } from "../../../db/outbox/outbox-row.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { folderOf, manifestOf, picture } from "../images/small-library.ts";
import { gather } from "../../factories/db/meet.ts";
import { putExercises } from "../../factories/exercises/put-exercises.ts";

const { appUrl, superuserUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "match-test" });
const decoder = openImageDecoder();
const red = await picture("red");
const items = [
  { id: "squat", name: "Barbell Squat", equipment: "barbell", muscle: "quadriceps", path: "a.jpg" },
  {
    id: "row",
    name: "Bent Over Barbell Row",
    equipment: "barbell",
    muscle: "middle back",
    path: "b.jpg",
  },
  {
    id: "close",
    name: "Close-Grip Barbell Bench Press",
    equipment: "barbell",
    muscle: "triceps",
    path: "a.jpg",
  },
];
let squat = "";
let bench = "";

const em = () => database.em.fork();

beforeAll(async () => {
  await bring("1");
  [squat = "", bench = ""] = await putExercises(database.em, [
    { title: "Squat (Barbell)", equipment: "barbell", muscle: "quads" },
    { title: "Bench Press (Barbell)", equipment: "barbell", muscle: "chest" },
  ]);
});
afterAll(async () => {
  decoder.close();
  await database.close();
});

describe("Matching exercises with pictures (docs/rooms/exercises.md#review)", () => {
  test("matches each exercise once, even in three simultaneous first runs", async () => {
    await gather(superuserUrl, "thumbnail_mapping", [match, match, match]);
    expect(await mappingOf(squat)).toMatchObject({ revision: 1 });
    expect(await mappingOf(bench)).toMatchObject({ revision: 1 });
    await em().nativeDelete(ThumbnailMapping, {});
    await em().nativeDelete(ThumbnailCandidate, {});
    await em().nativeDelete(OutboxRow, {});
  });

  test("approves equal slots, leaves others to a reviewer, and shows only what may be shown", async () => {
    expect(await match()).toEqual({ matchedCount: 2, failedCount: 0, after: null });
    expect(await mappingOf(squat)).toMatchObject({ status: "APPROVED", source: "AUTO", score: 1 });
    expect(await mappingOf(bench)).toMatchObject({ assetId: null, hasConflict: true });
    expect(await countEvents(squat)).toBe(1);
    expect((await listThumbnails(em(), [squat, bench])).size).toBe(0);
    await decide("SHOWN");
    expect([...(await listThumbnails(em(), [squat, bench])).keys()]).toEqual([squat]);
    expect(await countEvents(squat)).toBe(2);
  });

  test("examines nothing again that is unchanged", async () => {
    const before = await em().find(ThumbnailCandidate, {}, { orderBy: { id: "asc" } });
    expect((await match()).matchedCount).toBe(0);
    const after = await em().find(ThumbnailCandidate, {}, { orderBy: { id: "asc" } });
    expect(JSON.stringify(after)).toBe(JSON.stringify(before));
  });

  test("never reverses itself: a rejected pair returns only with another version", async () => {
    const { candidateId } = await mappingOf(bench);
    await review(bench, "REJECT");
    const rejected = await mappingOf(bench);
    expect(rejected.candidateId).not.toBe(candidateId);
    await expect(
      review(bench, "APPROVE", { candidateId: candidateId ?? "" }),
    ).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    await bring("2", [
      ...items,
      { id: "curl", name: "Barbell Curl", equipment: "barbell", muscle: "biceps", path: "b.jpg" },
    ]);
    expect((await match()).matchedCount).toBe(2);
    expect((await mappingOf(bench)).candidateId).not.toBe(candidateId);
    const asked: string[] = [];
    const ranker: ThumbnailRanker = {
      model: "made-up",
      promptVersion: 1,
      rank: async (exercise, candidates) => {
        asked.push(exercise.words.join(" "));
        return candidates.map(({ itemId }) => ({ itemId, reason: "Because" })).toReversed();
      },
    };
    await match(ranker);
    const again = await em().find(ThumbnailCandidate, { exerciseId: bench });
    expect(again.map(({ id }) => id)).toContain(candidateId);
    expect(asked.every((words) => words === "barbell benchpress")).toBe(true);
    await match();
  });

  test("shows a reviewer's replacement, and asks again when either side changes", async () => {
    const { id: libraryItemId } = await em().findOneOrFail(LibraryItem, { sourceId: "close" });
    await review(bench, "REPLACE", { libraryItemId });
    expect(await mappingOf(bench)).toMatchObject({
      status: "APPROVED",
      source: "MANUAL",
      itemId: libraryItemId,
    });
    await match();
    expect(await mappingOf(bench)).toMatchObject({ status: "APPROVED", source: "MANUAL" });
    const fork = em();
    const exercise = await fork.findOneOrFail(Exercise, { id: bench });
    exercise.title = "Wide Grip Bench Press (Barbell)";
    await fork.flush();
    await match();
    expect(await mappingOf(bench)).toMatchObject({
      status: "NEEDS_REVIEW",
      source: "MANUAL",
      assetId: null,
    });
    await review(bench, "REPLACE", { libraryItemId });
    await bring(
      "3",
      items.map((item) => (item.id === "close" ? { ...item, path: "b.jpg" } : item)),
    );
    await match();
    expect(await mappingOf(bench)).toMatchObject({ status: "NEEDS_REVIEW", assetId: null });
  });

  test("emits an event and an audit row per decision; an unknown item is refused", async () => {
    const before = await countEvents(bench);
    await review(bench, "UNMATCH");
    expect(await countEvents(bench)).toBe(before);
    const decisions = await em().find(ThumbnailDecision, { exerciseId: bench });
    expect(decisions.map(({ action }) => action)).toEqual([
      "REJECT",
      "REPLACE",
      "REPLACE",
      "UNMATCH",
    ]);
    await expect(review(bench, "REPLACE", { libraryItemId: squat })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const { candidateId } = await mappingOf(bench);
    const stale = {
      candidateId: candidateId ?? "",
      action: "APPROVE",
      libraryItemId: null,
    } as const;
    const who = { note: null, reviewer: "somebody", requestId: "test", expectedRevision: 1 };
    await expect(
      transact(database.em, (tx) => reviewThumbnail(tx, { ...stale, ...who })),
    ).rejects.toMatchObject({ code: "STATE_CONFLICT" });
  });

  test("by a newer version compares all again: a wrong automatic picture goes at once, a rejected pair is only asked", async () => {
    const fork = em();
    const exercise = await fork.findOneOrFail(Exercise, { id: bench });
    exercise.title = "Close Grip Bench Press (Barbell)";
    await fork.flush();
    await match();
    await review(bench, "REJECT");
    const { id: itemId } = await fork.findOneOrFail(LibraryItem, { sourceId: "row" });
    const { id: wrong } = await fork.findOneOrFail(LibraryAsset, { itemId });
    const { assetId } = await mappingOf(squat);
    const older = { normalisationVersion: NORMALISATION_VERSION - 1 };
    await fork.nativeUpdate(
      ThumbnailMapping,
      { exerciseId: squat },
      { ...older, itemId, assetId: wrong },
    );
    await fork.nativeUpdate(ThumbnailMapping, { exerciseId: bench }, older);
    await fork.nativeUpdate(ThumbnailRejection, { exerciseId: bench }, older);
    const before = await countEvents(squat);
    expect((await match()).matchedCount).toBe(2);
    expect(await mappingOf(squat)).toMatchObject({ status: "APPROVED", source: "AUTO", assetId });
    expect(await countEvents(squat)).toBe(before + 1);
    const asked = { status: "NEEDS_REVIEW", source: "MANUAL", assetId: null };
    expect(await mappingOf(bench)).toMatchObject(asked);
  });

  test("follows a withdrawn source: search shows a placeholder, and each exercise has one event", async () => {
    const before = await countEvents(squat);
    await decide("WITHDRAWN");
    expect((await listThumbnails(em(), [squat])).size).toBe(0);
    expect(await countEvents(squat)).toBe(before + 1);
  });
});

async function match(ranker: ThumbnailRanker | null = null) {
  return await matchThumbnails({ em: database.em }, ranker, { after: null });
}

async function mappingOf(exerciseId: string) {
  return await em().findOneOrFail(ThumbnailMapping, { exerciseId });
}

async function bring(version: string, of = items) {
  const manifest = JSON.stringify(manifestOf("drawn", of, version));
  const files = { "library.json": manifest, "a.jpg": red, "b.jpg": await picture("blue") };
  await importLibrary(database.em, await openFolder(folderOf(files)), decoder);
}

async function review(
  exerciseId: string,
  action: ReviewAction,
  more: { candidateId?: string; libraryItemId?: string } = {},
) {
  const { candidateId, revision } = await mappingOf(exerciseId);
  const deed = { candidateId: candidateId ?? "", libraryItemId: null, ...more, action };
  const who = { note: null, reviewer: "somebody", requestId: "test", expectedRevision: revision };
  return await transact(database.em, (tx) => reviewThumbnail(tx, { ...deed, ...who }));
}

async function decide(verdict: "SHOWN" | "WITHDRAWN") {
  const { revision } = await em().findOneOrFail(LicenceSource, { key: "drawn" });
  const deed = { sourceKey: "drawn", verdict, reason: "Test", expectedRevision: revision };
  await transact(database.em, (tx) =>
    decideLicence(tx, { ...deed, decidedBy: "somebody", requestId: null }),
  );
}

async function countEvents(exerciseId: string) {
  return await em().count(OutboxRow, {
    type: "ExerciseMediaUpdated",
    subjectId: exerciseId,
    consumer: "event-feed",
  });
}
