import { describe, expect, test } from "@jest/globals";
import { compareWith, findMatches } from "../../../activities/exercises/thumbnails/find-matches.ts";
import { decideLicence } from "../../../activities/exercises/images/decide-licence.ts";
import { LibraryAsset } from "../../../db/exercises/images/library-asset.ts";
import { LicenceSource } from "../../../db/exercises/images/licence-source.ts";
import { listMatchedItems } from "../../../db/exercises/thumbnails/match-rows.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { makeExercises } from "../../../tools/exercise-provider/make-exercises.ts";
import { MOVEMENTS } from "../../../tools/exercise-provider/grammar.ts";
import { importPictograms } from "../../../tools/pictograms/import-pictograms.ts";
import { PICTOGRAMS } from "../../../tools/pictograms/pictogram-library.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useOrm } from "../../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase(), { poolSize: 2 });

const { key } = PICTOGRAMS.source;
const plain = MOVEMENTS.flatMap(({ tools }) => tools).length;
const sourceNow = async () => await em.fork().findOneOrFail(LicenceSource, { key });

describe("Our own pictograms (docs/operations.md#import-pictures)", () => {
  test("are SHOWN in a fresh stack, one per movement and equipment, no two alike", async () => {
    expect(await importPictograms(em)).toBe(plain);
    expect(await sourceNow()).toMatchObject({ verdict: "SHOWN", licence: "CC0-1.0" });
    const assets = await em.fork().find(LibraryAsset, { licenceSourceKey: key });
    expect(new Set(assets.map(({ sha256 }) => sha256)).size).toBe(plain);
  });

  test("are approved automatically for the same movement and equipment, and for nothing else", async () => {
    const library = compareWith(await listMatchedItems(em.fork()));
    const [approved, odd]: [string[], string[]] = [[], []];
    for (const { id, title, equipment, muscleGroup } of makeExercises()) {
      const exercise = { id, title, equipment: [equipment], muscleGroups: [muscleGroup] };
      const [best] = await findMatches(library, exercise, null);
      if (best?.verdict !== "APPROVED") continue;
      approved.push(title);
      const item = library.items.get(best.itemId);
      if (item === undefined || item.equipment !== equipment) odd.push(title);
      else if (!title.toLowerCase().endsWith(item.name)) odd.push(title);
    }
    expect(odd).toEqual([]);
    expect(approved.length).toBeGreaterThanOrEqual(plain);
  });

  test("are unchanged by the next start, and stay withdrawn", async () => {
    const before = await em.fork().find(LibraryAsset, {}, { orderBy: { id: "asc" } });
    const { revision } = await sourceNow();
    const deed = { sourceKey: key, verdict: "WITHDRAWN", reason: "Test" } as const;
    const by = { expectedRevision: revision, decidedBy: "somebody", requestId: null };
    await transact(em, (tx) => decideLicence(tx, { ...deed, ...by }));
    expect(await importPictograms(em)).toBe(0);
    expect((await sourceNow()).verdict).toBe("WITHDRAWN");
    const after = await em.fork().find(LibraryAsset, {}, { orderBy: { id: "asc" } });
    expect(JSON.stringify(after)).toBe(JSON.stringify(before));
  });
});
