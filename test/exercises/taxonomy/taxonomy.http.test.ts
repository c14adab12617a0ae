import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { beginSorting, sortSlice } from "../../../activities/exercises/catalogue/sort-catalogue.ts";
import { exerciseSearchSchema } from "../../../contract/exercises/search-schema.ts";
import {
  catalogueRunSchema,
  catalogueRunsSchema,
  taxonomyLabelSchema,
  taxonomySchema,
} from "../../../contract/exercises/taxonomy-schema.ts";
import { CatalogueRun } from "../../../db/exercises/catalogue/catalogue-run.ts";
import { Exercise } from "../../../db/exercises/catalogue/exercise.ts";
import { TaxonomyLabel } from "../../../db/exercises/catalogue/taxonomy-label.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { undecidedRun } from "../../factories/api/matrix/taxonomy.ts";
import { refusalOf, registeredCoach, somebody } from "../../factories/accounts/people.ts";
import { staffToken } from "../../factories/accounts/staff.ts";
import {
  storeFromProvider,
  providerExercise,
} from "../../factories/exercises/store-from-provider.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useApi } from "../../harness/use-api.ts";

const TAXONOMY = "/api/v1/admin/exercise-library/taxonomy";
const RUNS = "/api/v1/admin/exercise-library/catalogue-runs";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let admin: string;
let coach: string;
let workspaceId: string;

beforeAll(async () => {
  admin = await staffToken(issuer, "admin");
  ({ token: coach, workspaceId } = await registeredCoach(api, somebody(issuer)));
  await storeFromProvider(api.deps.database.em, [
    providerExercise("Water Walk", { exerciseTypes: ["aqua"], equipment: ["pool"] }),
    providerExercise("Water Run", { exerciseTypes: ["aqua", "cardio"], muscleGroups: ["quads"] }),
    providerExercise("Tower Climb", { exerciseTypes: ["climbing"] }),
    providerExercise("Back Squat", { exerciseTypes: ["strength"], equipment: ["barbell"] }),
  ]);
});

const em = () => api.deps.database.em.fork();

describe("Labels of providers (docs/rooms/exercises.md#taxonomy)", () => {
  test("are listed with the unmapped ones, and how many exercises each blocks", async () => {
    const { items, nodes } = await list("?decision=UNMAPPED");
    expect(new Map(items.map(({ label, heldCount }) => [label, heldCount]))).toEqual(
      new Map([
        ["aqua", 2],
        ["climbing", 1],
        ["pool", 0],
      ]),
    );
    expect(nodes).toContainEqual(
      expect.objectContaining({ taxonomyType: "equipment", key: "barbell" }),
    );
    const types = await list("?decision=UNMAPPED&taxonomyType=exercise_type");
    expect(types.items.map(({ label }) => label).toSorted()).toEqual(["aqua", "climbing"]);
    expect(await labelled("strength")).toMatchObject({ decision: "MAPPED", nodeKey: "strength" });
  });

  test("are the same in pages as in one; a cursor is valid for its filters", async () => {
    const whole = (await list()).items;
    const paged: typeof whole = [];
    let cursor = "";
    for (let page = await list("?limit=2"); ; page = await list(`?limit=2&cursor=${cursor}`)) {
      paged.push(...page.items);
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(whole);
    const path = `${TAXONOMY}?decision=MAPPED&cursor=${cursor}`;
    const other = await api.call("GET", path, { token: admin });
    expect(refusalOf(other)).toBe("400 CURSOR_INVALID");
  });

  test("are mapped by an administrator, which restores their exercises; a repeat changes nothing", async () => {
    expect(await found("water")).toEqual([]);
    const answer = await decide("aqua", { decision: "MAPPED", nodeKey: "cardio" });
    const mapped = taxonomyLabelSchema.parse(answer.data);
    expect(mapped).toMatchObject({ nodeKey: "cardio", revision: 2, isApplied: false });
    const again = await decide("aqua", {
      decision: "MAPPED",
      nodeKey: "cardio",
      expectedRevision: 1,
    });
    expect(again.data).toMatchObject({ revision: 2 });
    await sortAll();
    expect(await found("water")).toHaveLength(2);
    expect(await found("tower")).toEqual([]);
    expect(await labelled("aqua")).toMatchObject({ isApplied: true, heldCount: 0 });
    const { decidedBy } = await em().findOneOrFail(TaxonomyLabel, { label: "aqua" });
    expect(decidedBy).toMatch(/^identity:/);
  });

  test("are not decided at a stale revision, if unknown, or onto a key of another type", async () => {
    const stale = await decide("aqua", { decision: "IGNORED", expectedRevision: 1 });
    expect(refusalOf(stale)).toBe("409 STATE_CONFLICT");
    const unknown = await decide("aqua", { decision: "IGNORED", labelId: randomUUID() });
    expect(refusalOf(unknown)).toBe("404 NOT_FOUND");
    const odd = await decide("pool", { decision: "MAPPED", nodeKey: "cardio" });
    expect(refusalOf(odd)).toBe("400 VALIDATION_FAILED");
    expect(odd.body["errors"]).toMatchObject([{ pointer: "/nodeKey", code: "unknown_node" }]);
  });

  test.each([
    { decision: "MAPPED" },
    { decision: "IGNORED", nodeKey: "cardio" },
    { decision: "PERHAPS" },
    { decision: "IGNORED", labelId: "aqua" },
    { decision: "MAPPED", nodeKey: "Café %_" },
  ])("are not decided with %j, which is malformed", async (body) => {
    expect(refusalOf(await decide("aqua", body))).toBe("400 VALIDATION_FAILED");
  });

  test.each(["?decision=ODD", "?taxonomyType=odd", "?limit=0"])(
    "are not listed with %s, which is malformed",
    async (query) => {
      const answer = await api.call("GET", `${TAXONOMY}${query}`, { token: admin });
      expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
    },
  );

  test("are for administrators only", async () => {
    for (const path of [TAXONOMY, RUNS]) {
      expect((await api.call("GET", path)).status).toBe(401);
      expect((await api.call("GET", path, { token: coach })).status).toBe(403);
    }
    expect((await decide("aqua", { decision: "IGNORED" }, coach)).status).toBe(403);
    const retire = `${RUNS}/${randomUUID()}/retire`;
    expect((await api.call("POST", retire, { token: coach })).status).toBe(403);
    expect((await api.call("POST", retire)).status).toBe(401);
  });
});

describe("A mass disappearance (docs/rooms/exercises.md#refresh)", () => {
  async function putRun(more: object = {}) {
    const fork = em();
    const run = fork.create(CatalogueRun, { ...undecidedRun(newId()), ...more });
    await fork.flush();
    return run.id;
  }
  const retire = (runId: string) => api.call("POST", `${RUNS}/${runId}/retire`, { token: admin });

  test("leads to retired exercises once an administrator approves it, and a repeated approval changes nothing", async () => {
    const runId = await putRun();
    await em().nativeUpdate(Exercise, { title: "Back Squat" }, { missingRuns: 2 });
    const listed = await api.call("GET", `${RUNS}?limit=1`, { token: admin });
    expect(catalogueRunsSchema.parse(listed.data).items).toMatchObject([
      { runId, state: "RETIRE_HELD", retireHeld: 30, retireDecidedAt: null },
    ]);
    const first = catalogueRunSchema.parse((await retire(runId)).data);
    expect(first).toMatchObject({ state: "DONE", retired: 1, retireDecidedAt: expect.any(String) });
    expect((await retire(runId)).data).toEqual(first);
    expect(await em().count(Exercise, { status: "RETIRED" })).toBe(1);
  });

  test("cannot be approved after a newer read, for a run that held nothing back, or for an unknown run", async () => {
    const former = await putRun({ startedAt: new Date(Date.now() - 1_000) });
    const done = await putRun({ state: "DONE" });
    expect(refusalOf(await retire(former))).toBe("409 STATE_CONFLICT");
    expect(refusalOf(await retire(done))).toBe("409 STATE_CONFLICT");
    expect(refusalOf(await retire(randomUUID()))).toBe("404 NOT_FOUND");
    expect(refusalOf(await retire("odd"))).toBe("400 VALIDATION_FAILED");
  });

  test("is found among all runs, page by page, newest first", async () => {
    const query = async (text: string) =>
      catalogueRunsSchema.parse((await api.call("GET", `${RUNS}${text}`, { token: admin })).data);
    const { items } = await query("");
    expect(items.map(({ runId }) => runId)).toEqual(
      items
        .map(({ runId }) => runId)
        .toSorted()
        .toReversed(),
    );
    const { nextCursor } = await query("?limit=1");
    expect((await query(`?limit=1&cursor=${nextCursor}`)).items).toEqual([items[1]]);
    const odd = await api.call("GET", `${RUNS}?cursor=odd`, { token: admin });
    expect(refusalOf(odd)).toBe("400 CURSOR_INVALID");
  });
});

async function list(query = "") {
  const answer = await api.call("GET", `${TAXONOMY}${query}`, { token: admin });
  return taxonomySchema.parse(answer.data);
}

async function labelled(label: string) {
  return (await list()).items.find((item) => item.label === label) ?? raise();
}

function raise(): never {
  throw new Error("no such label");
}

async function decide(label: string, body: object, token = admin) {
  const { labelId, revision: expectedRevision } = await labelled(label);
  return await api.call("PATCH", TAXONOMY, { token, body: { labelId, expectedRevision, ...body } });
}

async function sortAll() {
  let place = await beginSorting(em());
  while (place !== null) place = await sortSlice(em(), place);
}

async function found(q: string) {
  const path = `/api/v1/workspaces/${workspaceId}/exercise-library/search?q=${q}`;
  const { data } = await api.call("GET", path, { token: coach });
  return exerciseSearchSchema.parse(data).items;
}
