import type { SqlEntityManager } from "@mikro-orm/postgresql";
import * as z from "zod";
import {
  createOwnExercise,
  editOwnExercise,
  retireOwnExercise,
} from "../../activities/exercises/own/own-exercises.ts";
import { exerciseParamsSchema } from "../../contract/exercises/media-schema.ts";
import { createExerciseSchema, editExerciseSchema } from "../../contract/exercises/own-schema.ts";
import {
  type ExerciseDetail,
  exerciseDetailSchema,
} from "../../contract/exercises/search-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import { idSchema } from "../../contract/wire.ts";
import { findExercise } from "../../db/exercises/catalogue/queries.ts";
import type { OwnExerciseKey } from "../../db/exercises/catalogue/own-exercises.ts";
import { newId } from "../../db/platform/new-id.ts";
import type { ApiDeps } from "../api-deps.ts";
import { aboutNobodyElse } from "../about.ts";
import { act, type Endpoint } from "../endpoint.ts";
import { presentDetail } from "./present-exercise.ts";

const source = "docs/rooms/exercises.md#own";
const path = "/api/v1/workspaces/{workspaceId}/exercise-library/exercises";

/** Exercises that a workspace's coaches make for themselves. */
export const ownExerciseEndpoints: readonly Endpoint[] = [
  act({
    method: "POST",
    path,
    name: "createExercise",
    summary: "Create an exercise of the workspace",
    source,
    access: "workspace-coach",
    params: z.strictObject({ workspaceId: idSchema }),
    body: createExerciseSchema,
    answer: exerciseDetailSchema,
    status: 201,
    refusals: ["EXERCISE_LIMIT_REACHED"],
    changesWorkspace: true,
    idempotency: "key",
    about: aboutNobodyElse,
    handle: async ({ tx, granted, body, deps }) => {
      const key = { workspaceId: granted.workspace.workspaceId, exerciseId: newId() };
      const createdByUserId = granted.caller.userId;
      await createOwnExercise(tx, key, { fields: body, createdByUserId });
      return await present(tx, key, deps);
    },
  }),
  act({
    method: "PATCH",
    path: `${path}/{exerciseId}`,
    name: "editExercise",
    summary: "Change an exercise of the workspace; published programs stay as they are",
    source,
    access: "workspace-coach",
    params: exerciseParamsSchema,
    body: editExerciseSchema,
    answer: exerciseDetailSchema,
    refusals: ["NOT_FOUND", "STATE_CONFLICT"],
    idempotency: "key",
    about: aboutNobodyElse,
    handle: async ({ tx, granted, params, body, deps }) => {
      const key = { ...params, workspaceId: granted.workspace.workspaceId };
      await editOwnExercise(tx, key, body);
      return await present(tx, key, deps);
    },
  }),
  act({
    method: "POST",
    path: `${path}/{exerciseId}/archive`,
    name: "archiveExercise",
    summary: "Archive an exercise of the workspace: searches no longer find it, programs keep it",
    source,
    access: "workspace-coach",
    params: exerciseParamsSchema,
    answer: exerciseDetailSchema,
    refusals: ["NOT_FOUND"],
    idempotency: "key",
    about: aboutNobodyElse,
    handle: async ({ tx, granted, params, deps }) => {
      const key = { ...params, workspaceId: granted.workspace.workspaceId };
      await retireOwnExercise(tx, key);
      return await present(tx, key, deps);
    },
  }),
];

async function present(
  em: SqlEntityManager,
  key: OwnExerciseKey,
  deps: ApiDeps,
): Promise<ExerciseDetail> {
  const found = await findExercise(em, key);
  if (found === undefined) throw new Refusal("NOT_FOUND");
  return presentDetail(found, deps);
}
