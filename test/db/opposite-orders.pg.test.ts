import { expect, test } from "@jest/globals";
import { putWithheld } from "../../db/agenda/withheld/put-withheld.ts";
import { putLabels } from "../../db/exercises/catalogue/catalogue-rows.ts";
import { putSearchTerms } from "../../db/exercises/catalogue/put-provider-exercises.ts";
import {
  saveLibraryItems,
  saveLibraryRenditions,
} from "../../db/exercises/images/save-library-items.ts";
import { newId } from "../../db/platform/new-id.ts";
import { saveNewActors } from "../../db/outbox/save-new-actors.ts";
import { countAllWithin, lockCounts } from "../../db/platform/count-within.ts";
import { tables } from "../../db/tables.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { eventually } from "../factories/eventually.ts";
import { buildRelationship } from "../factories/accounts/identity.ts";
import { waitersForLocks } from "../factories/db/meet.ts";
import { MADE_UP_PROVIDER, putMadeUpProvider } from "../factories/exercises/put-exercises.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());

const { relationshipId, workspaceId } = await buildRelationship(em);
await putMadeUpProvider(em);
await tables(em.fork())
  .insertInto("licenceSource")
  .values({
    key: "library",
    name: "Library",
    licence: "CC0-1.0",
    licenceUrl: null,
    homeUrl: null,
    evidence: "Drawn for a test",
    attribution: "Library",
    verdict: "HELD",
    revision: 1,
    decidedBy: null,
    decidedAt: null,
    createdAt: new Date(),
    updatedAt: new Date(),
  })
  .execute();

const now = new Date();
const sources = new Map(["a", "m", "z"].map((name) => [name, newId()]));

/** Statements that write several rows, each by the names of its rows. */
const WRITES: Readonly<Record<string, (tx: Tx, names: readonly string[]) => Promise<unknown>>> = {
  actor: (tx, names) =>
    saveNewActors(
      tx,
      names.map((name) => ({
        workflowId: `test/${name}`,
        dueAt: now,
        dueReason: "TEST",
        settledAt: now,
        marks: 0,
      })),
    ),
  exercise_word: (tx, names) =>
    putSearchTerms(
      tx,
      workspaceId,
      names.map((word) => ({ word, remnants: [] })),
    ),
  library_item: (tx, names) =>
    saveLibraryItems(
      tx,
      names.map((name) => ({
        sourceKey: "library",
        sourceId: name,
        name,
        equipment: null,
        primaryMuscles: [],
        secondaryMuscles: [],
        category: null,
        payload: {},
        itemHash: name,
        importVersion: "1",
        importedAt: now,
      })),
    ),
  library_rendition: (tx, names) =>
    saveLibraryRenditions(
      tx,
      names.map((sha256) => ({ sha256, width: 160, height: 90, bytes: new Uint8Array([1]) })),
    ),
  rate_limit: async (tx, names) => {
    const keys = names.map((name) => `test/${name}`);
    await lockCounts(tx, keys);
    await countAllWithin(tx, keys, { by: 1, seconds: 60 });
  },
  taxonomy_label: (tx, names) =>
    putLabels(tx, {
      providerKey: MADE_UP_PROVIDER,
      labels: names.map((label) => ({
        taxonomyType: "equipment",
        label,
        decision: "UNMAPPED",
        nodeKey: null,
      })),
      now,
    }),
  withheld_occurrence: (tx, names) =>
    putWithheld(
      tx,
      names.map((name) => ({
        relationshipId,
        localDate: "2026-01-05",
        sourceType: "PLAN_ASSIGNMENT" as const,
        sourceId: sources.get(name) ?? "",
        sourceRevision: 1,
        taskKind: null,
        taskId: null,
        faultKind: "RULE" as const,
        faultClass: "TypeError",
      })),
      { codeVersion: "1", now, retryAt: now },
    ),
};

/**
 * Another transaction locks the middle of three rows and releases it once both wait. If each of the two had locked
 * its first row by then, both would deadlock, and PostgreSQL would end one of them.
 */
test.each(Object.entries(WRITES))(
  "%s: two that write the same rows in opposite orders wait one after the other",
  async (_table, write) => {
    // Without the automatic retry of an act, which would hide that the first one was ended.
    const once = (act: (tx: Tx) => Promise<unknown>) => em.fork().transactional(act);
    const inOrder = (names: readonly string[]) => once((tx) => write(tx, names));
    let both: Promise<unknown> = Promise.resolve();
    const keeps = once(async (tx) => {
      await write(tx, ["m"]);
      both = Promise.all([inOrder(["a", "m", "z"]), inOrder(["z", "m", "a"])]);
      await eventually(
        async () => await waitersForLocks(em),
        (count) => count === 2,
      );
      throw new Error("Releases the lock");
    });
    await expect(keeps).rejects.toThrow("Releases the lock");
    await expect(both).resolves.toHaveLength(2);
  },
);
