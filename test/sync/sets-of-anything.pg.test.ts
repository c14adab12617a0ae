import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { OperationFeature } from "../../activities/sync/operation-feature.ts";
import { openDatabase } from "../../db/orm.ts";
import { createNoteTable, KEEP_NOTE, noteFeature } from "../factories/note-feature.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync.ts";
import { openTestDatabase } from "../harness/database.ts";

const files = await openTestDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
beforeAll(() => createNoteTable(files.ownerUrl));
afterAll(() => database.close());

/** A feature that counts sets as if every payload had some, as careless features do. */
function careless(): OperationFeature {
  const { feature } = noteFeature();
  const countSets = (payload: unknown) => {
    if (JSON.stringify(payload).includes("none")) throw new TypeError("There are no sets");
    return 0;
  };
  const operationTypes = [...feature.operationTypes].map(
    ([name, type]) => [name, { ...type, countSets }] as const,
  );
  return { ...feature, operationTypes: new Map(operationTypes) };
}

test("A payload whose sets cannot be counted harms nothing beside it", async () => {
  const scope = await buildScope(em);
  const { results } = await submit(admissionDeps(em, [careless()]), scope, [
    queued(KEEP_NOTE, { text: "first" }),
    queued(KEEP_NOTE, { text: "none" }),
    queued(KEEP_NOTE, { words: "none" }),
    queued(KEEP_NOTE, { text: "last" }),
  ]);
  expect(results.map(({ rejectionCode, status }) => rejectionCode ?? status)).toEqual([
    "ACCEPTED",
    "ACCEPTED",
    "PAYLOAD_INVALID",
    "ACCEPTED",
  ]);
});
