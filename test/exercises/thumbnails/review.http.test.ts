import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { openImageDecoder } from "../../../activities/exercises/images/image-decoder.ts";
import { importLibrary } from "../../../activities/exercises/images/import-library.ts";
import { openFolder } from "../../../activities/exercises/images/open-folder.ts";
import { matchThumbnails } from "../../../activities/exercises/thumbnails/match-thumbnails.ts";
import {
  reviewedThumbnailSchema,
  type ThumbnailMatch,
  thumbnailMatchesSchema,
} from "../../../contract/exercises/thumbnail-schema.ts";
import { ThumbnailDecision } from "../../../db/exercises/thumbnails/thumbnail-decision.ts";
import { refusalOf, registeredCoach, somebody } from "../../factories/accounts/people.ts";
import { putExercises } from "../../factories/exercises/put-exercises.ts";
import { staffToken } from "../../factories/accounts/staff.ts";
import { folderOf, manifestOf, picture } from "../images/small-library.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useApi } from "../../harness/use-api.ts";

const MATCHES = "/api/v1/admin/exercise-library/thumbnail-matches";
const ITEMS = [
  { id: "squat", name: "Barbell Squat", equipment: "barbell", muscle: "quadriceps" },
  { id: "row", name: "Bent Over Barbell Row", equipment: "barbell", muscle: "middle back" },
  { id: "curl", name: "Dumbbell Curl", equipment: "dumbbell", muscle: "biceps" },
  { id: "close", name: "Close-Grip Barbell Bench Press", equipment: "barbell", muscle: "triceps" },
];
const EXERCISES = [
  { title: "Squat (Barbell)", equipment: "barbell", muscle: "quads" },
  { title: "Bench Press (Barbell)", equipment: "barbell", muscle: "chest" },
  { title: "Bent Over Row (Dumbbell)", equipment: "dumbbell", muscle: "back" },
  { title: "Incline Dumbbell Curl", equipment: "dumbbell", muscle: "biceps" },
  { title: "Zottman Twist", equipment: "band", muscle: "core" },
  // Equal by name, different by muscle.
  { title: "Barbell Squat", equipment: "barbell", muscle: "chest" },
  { title: "Dumbbell Curl", equipment: "dumbbell", muscle: "back" },
];

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let admin: string;
let coach: string;

beforeAll(async () => {
  admin = await staffToken(issuer, "admin");
  ({ token: coach } = await registeredCoach(api, somebody(issuer)));
  const items = ITEMS.map((item) => ({ ...item, path: "a.jpg" }));
  const manifest = JSON.stringify(manifestOf("drawn", items));
  const folder = folderOf({ "library.json": manifest, "a.jpg": await picture("red") });
  const { em } = api.deps.database;
  const decoder = openImageDecoder();
  await importLibrary(em, await openFolder(folder), decoder);
  decoder.close();
  await putExercises(em, EXERCISES);
  await matchThumbnails({ em }, null, { after: null });
});

const list = async (query = "") => (await page(query)).items;
const namesOf = (matches: readonly ThumbnailMatch[]) => matches.map(({ name }) => name);

const score = ({ score: found }: ThumbnailMatch) => found ?? -1;

/** Filters, and which matches each of them includes. */
const FILTERS: readonly (readonly [string, (match: ThumbnailMatch) => boolean])[] = [
  ["status=APPROVED", ({ status }) => status === "APPROVED"],
  ["status=NEEDS_REVIEW,UNMATCHED", ({ status }) => status !== "APPROVED"],
  ["scoreBand=HIGH", (match) => score(match) >= 0.9],
  ["scoreBand=MIDDLE", (match) => score(match) >= 0.75 && score(match) < 0.9],
  ["scoreBand=LOW", (match) => score(match) < 0.75],
  ["hasConflict=true", hasConflict],
  ["hasConflict=false", (match) => !hasConflict(match)],
  ["muscleGroup=quads", ({ muscleGroups }) => muscleGroups.includes("quads")],
  ["equipment=dumbbell", ({ equipment }) => equipment.includes("dumbbell")],
  ["missingMapping=true", ({ status }) => status !== "APPROVED"],
  ["missingMapping=false", ({ status }) => status === "APPROVED"],
  [
    "status=NEEDS_REVIEW&equipment=dumbbell",
    ({ status, equipment }) => status === "NEEDS_REVIEW" && equipment.includes("dumbbell"),
  ],
];

describe("The list of matches (docs/rooms/exercises.md#review)", () => {
  test("has every exercise once, the likeliest first, in pages as in one", async () => {
    const all = await list();
    expect(namesOf(all).toSorted()).toEqual(EXERCISES.map(({ title }) => title).toSorted());
    expect(all.map(score)).toEqual(all.map(score).toSorted((a, b) => b - a));
    const paged: ThumbnailMatch[] = [];
    let cursor: string | null = null;
    do {
      const next: string = cursor === null ? "" : `&cursor=${cursor}`;
      const { items, nextCursor } = await page(`?limit=2${next}`);
      paged.push(...items);
      cursor = nextCursor;
    } while (cursor !== null);
    expect(namesOf(paged)).toEqual(namesOf(all));
  });

  test.each(FILTERS)("filtered by %s has only those", async (filter, isMeant) => {
    const all = await list();
    const meant = all.filter(isMeant);
    expect(namesOf(await list(`?${filter}`))).toEqual(namesOf(meant));
    expect(meant.length).toBeLessThan(all.length);
  });

  test("refuses a cursor of other filters, and an unknown filter", async () => {
    const { nextCursor } = await page("?limit=1");
    const get = async (query: string) =>
      refusalOf(await api.call("GET", `${MATCHES}${query}`, { token: admin }));
    expect(await get(`?limit=1&equipment=barbell&cursor=${nextCursor ?? ""}`)).toBe(
      "400 CURSOR_INVALID",
    );
    for (const odd of ["status=PERHAPS", "scoreBand=high", "hasConflict=1", "equipment=", "a=b"])
      expect(await get(`?${odd}`)).toBe("400 VALIDATION_FAILED");
  });
});

describe("A review over HTTP (docs/rooms/exercises.md#review)", () => {
  test("is for administrators only", async () => {
    const { candidateId, revision } = await named("Bench Press (Barbell)");
    const body = { action: "APPROVE", expectedRevision: revision };
    expect((await api.call("GET", MATCHES)).status).toBe(401);
    expect((await api.call("GET", MATCHES, { token: coach })).status).toBe(403);
    expect((await api.call("PATCH", `${MATCHES}/${candidateId ?? ""}`, { body })).status).toBe(401);
    expect((await patch(candidateId, body, coach)).status).toBe(403);
    expect((await named("Bench Press (Barbell)")).revision).toBe(revision);
  });

  test.each([
    { action: "PERHAPS" },
    { action: "APPROVE", libraryItemId: randomUUID() },
    { action: "REPLACE" },
    { action: "APPROVE", expectedRevision: 0 },
    { action: "APPROVE", note: "a".repeat(501) },
  ])("refuses %j as malformed", async (more) => {
    const answer = await decide(await named("Bench Press (Barbell)"), more);
    expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
  });

  test("refuses an unknown candidate and an unknown item, and changes nothing", async () => {
    const match = await named("Bench Press (Barbell)");
    const body = { action: "APPROVE", expectedRevision: match.revision };
    expect(refusalOf(await patch(randomUUID(), body))).toBe("404 NOT_FOUND");
    const elsewhere = { action: "REPLACE", libraryItemId: randomUUID() };
    expect(refusalOf(await decide(match, elsewhere))).toBe("404 NOT_FOUND");
    expect(await named("Bench Press (Barbell)")).toEqual(match);
  });

  test("approves and returns the next exercise; a repeat is a conflict and audited once", async () => {
    const [first] = await list("?status=NEEDS_REVIEW");
    if (first === undefined) throw new Error("nothing needs a review");
    const answer = await decide(first, { action: "APPROVE", note: "It is the same movement." });
    expect(answer.status).toBe(200);
    const { match, next } = reviewedThumbnailSchema.parse(answer.data);
    expect(match).toMatchObject({ status: "APPROVED", source: "MANUAL" });
    expect(match.revision).toBe(first.revision + 1);
    const [waiting] = await list("?status=NEEDS_REVIEW");
    expect(next).toEqual(waiting ?? null);
    const again = await decide(first, { action: "APPROVE" });
    expect(refusalOf(again)).toBe("409 STATE_CONFLICT");
    const { exerciseId } = first;
    expect(await api.deps.database.em.fork().count(ThumbnailDecision, { exerciseId })).toBe(1);
  });

  test("rejects, replaces, or leaves the exercise without a picture", async () => {
    const name = "Bench Press (Barbell)";
    const before = await named(name);
    expect((await decide(before, { action: "REJECT" })).status).toBe(200);
    const rejected = await named(name);
    expect(rejected.candidateId).not.toBe(before.candidateId);
    const refused = rejected.candidates.filter(({ isRejected }) => isRejected);
    expect(refused.map(({ candidateId }) => candidateId)).toEqual([before.candidateId]);
    const [item] = before.candidates;
    const { revision: expectedRevision } = rejected;
    const replace = { action: "REPLACE", libraryItemId: item?.libraryItemId, expectedRevision };
    expect((await patch(before.candidateId, replace)).status).toBe(200);
    const replaced = await named(name);
    expect(replaced).toMatchObject({ status: "APPROVED", source: "MANUAL" });
    const unmatch = { action: "UNMATCH", expectedRevision: replaced.revision };
    expect((await patch(before.candidateId, unmatch)).status).toBe(200);
    expect(await named(name)).toMatchObject({ status: "UNMATCHED", thumbnailAssetUrl: null });
  });
});

async function page(query: string) {
  return thumbnailMatchesSchema.parse(
    (await api.call("GET", `${MATCHES}${query}`, { token: admin })).data,
  );
}

async function named(name: string): Promise<ThumbnailMatch> {
  const found = (await list()).find((match) => match.name === name);
  if (found === undefined) throw new Error(`no match for ${name}`);
  return found;
}

async function patch(candidateId: string | null, body: object, token = admin) {
  return await api.call("PATCH", `${MATCHES}/${candidateId ?? ""}`, { token, body });
}

async function decide(match: ThumbnailMatch, more: object) {
  return await patch(match.candidateId, { expectedRevision: match.revision, ...more });
}

function hasConflict({ candidates: [best] }: ThumbnailMatch) {
  return best !== undefined && best.conflicts.length > 0;
}
