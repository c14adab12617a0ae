import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import {
  type ExerciseDetail,
  exerciseDetailSchema,
  exerciseSearchSchema,
} from "../../../contract/exercises/search-schema.ts";
import { OWN_EXERCISE_LIMITS } from "../../../contract/exercises/vocabulary.ts";
import { Exercise } from "../../../db/exercises/catalogue/exercise.ts";
import { CoachWorkspace } from "../../../db/workspaces/coach-workspace.ts";
import { refusalOf, registeredCoach, somebody } from "../../factories/accounts/people.ts";
import { putExercises } from "../../factories/exercises/put-exercises.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useApi } from "../../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });

const coach = await registered();
const foreign = await registered();

const em = () => api.deps.database.em.fork();

const SLED = {
  name: "Prowler Sled Zwischenlauf",
  instructions: ["Lean in.", "Push."],
  muscleGroups: ["quads", "quads", "glutes"],
  equipment: ["machine"],
  exerciseTypes: ["strength"],
  difficulty: "advanced",
};

interface Act {
  readonly by?: typeof coach;
  readonly key?: string;
}

const make = async (body: object, act: Act = {}) => await send("POST", "", body, act);

describe("An exercise of a workspace (docs/rooms/exercises.md#own)", () => {
  test("is created once for a key and found only by its workspace, even with a typing error", async () => {
    const key = randomUUID();
    const answer = await make(SLED, { key });
    expect(answer.status).toBe(201);
    const sled = exerciseDetailSchema.parse(answer.data);
    expect(sled).toMatchObject({
      ...SLED,
      muscleGroups: ["quads", "glutes"],
      source: "workspace",
      status: "ACTIVE",
      revision: 1,
      hasVideo: false,
    });
    expect((await make(SLED, { key })).data).toEqual(answer.data);
    expect(await foundBy("prowler sled")).toEqual([SLED.name]);
    expect(await foundBy("prowlr sled")).toEqual([SLED.name]);
    expect(await foundBy("prowlr sled", foreign)).toEqual([]);
    expect(refusalOf(await read(sled, foreign))).toBe("404 NOT_FOUND");
  });

  test("changes only at the revision that the coach saw, and is found by the change", async () => {
    const lunge = await made("Kirgisischer Ausfallschritt");
    const changed = await edit(lunge, { name: "Usbekischer Ausfallschritt", expectedRevision: 1 });
    expect(exerciseDetailSchema.parse(changed.data)).toMatchObject({
      name: "Usbekischer Ausfallschritt",
      instructions: SLED.instructions,
      equipment: SLED.equipment,
      revision: 2,
    });
    expect(await foundBy("usbekischer")).toEqual(["Usbekischer Ausfallschritt"]);
    expect(await foundBy("kirgisischer")).not.toContain("Usbekischer Ausfallschritt");
    const stale = await edit(lunge, { name: "Nobody's", expectedRevision: 1 });
    expect(refusalOf(stale)).toBe("409 STATE_CONFLICT");
    expect((await read(lunge)).data).toEqual(changed.data);
  });

  test("that is archived is no longer found nor changed, but can be read", async () => {
    const drag = await made("Feuerwehrschlauch Zug");
    const archived = exerciseDetailSchema.parse((await archive(drag)).data);
    expect(archived).toMatchObject({ status: "ARCHIVED", revision: 2 });
    expect(exerciseDetailSchema.parse((await archive(drag)).data)).toEqual(archived);
    expect(await foundBy("feuerwehrschlauch")).toEqual([]);
    expect((await read(drag)).data).toEqual(archived);
    const edited = await edit(drag, { name: "Again", expectedRevision: 2 });
    expect(refusalOf(edited)).toBe("409 STATE_CONFLICT");
  });

  test.each([
    ["nothing", {}],
    ["a name of two lines", { ...SLED, name: "One\ntwo" }],
    ["an unknown muscle", { ...SLED, muscleGroups: ["ankle"] }],
    ["an empty instruction", { ...SLED, instructions: [" "] }],
    ["an unknown field", { ...SLED, hasVideo: true }],
  ])("is refused with %s", async (_what, body) => {
    expect(refusalOf(await make(body))).toBe("400 VALIDATION_FAILED");
  });

  test("cannot be changed by others, and neither can a provider's", async () => {
    const own = await made("Nur unsere");
    const [exerciseId = ""] = await putExercises(em(), [{ title: "Everybody's" }]);
    const ofProvider = { ...own, exerciseId };
    const change = { name: "Mine now", expectedRevision: 1 };
    const answers = await Promise.all([
      edit(own, change, { by: foreign }),
      archive(own, { by: foreign }),
      edit(ofProvider, change),
      archive(ofProvider),
    ]);
    expect(answers.map(refusalOf)).toEqual(answers.map(() => "404 NOT_FOUND"));
    expect((await read(own)).data).toEqual(own);
  });

  test("that takes the last place is created for one of two simultaneous requests", async () => {
    const full = await registered();
    const { workspaceId } = full;
    const { ownerUserId: createdByUserId } = await em().findOneOrFail(CoachWorkspace, {
      id: workspaceId,
    });
    const ownedBy = { workspaceId, createdByUserId };
    const many = Array.from({ length: OWN_EXERCISE_LIMITS.perWorkspace - 1 }, (_, nth) => ({
      title: `Own ${nth}`,
      ownedBy,
    }));
    await putExercises(em(), many);
    const both = await Promise.all([make(SLED, { by: full }), make(SLED, { by: full })]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(both.map(refusalOf)).toContain("409 EXERCISE_LIMIT_REACHED");
    expect(await em().count(Exercise, { workspaceId })).toBe(OWN_EXERCISE_LIMITS.perWorkspace);
  });
});

async function registered() {
  const { token, workspaceId } = await registeredCoach(api, somebody(issuer));
  return { token, workspaceId, path: `/api/v1/workspaces/${workspaceId}/exercise-library` };
}

async function send(
  method: "POST" | "PATCH",
  path: string,
  body: object | undefined,
  { by = coach, key = randomUUID() }: Act = {},
) {
  return await api.call(method, `${by.path}/exercises${path}`, {
    token: by.token,
    ...(body !== undefined && { body }),
    headers: { "Idempotency-Key": key },
  });
}

async function edit({ exerciseId }: ExerciseDetail, body: object, edited: Act = {}) {
  return await send("PATCH", `/${exerciseId}`, body, edited);
}

async function archive({ exerciseId }: ExerciseDetail, archived: Act = {}) {
  return await send("POST", `/${exerciseId}/archive`, undefined, archived);
}

async function made(name: string) {
  return exerciseDetailSchema.parse((await make({ ...SLED, name })).data);
}

async function read({ exerciseId }: ExerciseDetail, { token, path } = coach) {
  return await api.call("GET", `${path}/exercises/${exerciseId}`, { token });
}

async function foundBy(q: string, { token, path } = coach): Promise<string[]> {
  const answer = await api.call("GET", `${path}/search?${new URLSearchParams({ q }).toString()}`, {
    token,
  });
  return exerciseSearchSchema.parse(answer.data).items.map(({ name }) => name);
}
