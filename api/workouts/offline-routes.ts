import {
  deltaQuerySchema,
  deltaSchema,
  manifestQuerySchema,
  manifestSchema,
  packageAnswerSchema,
  packageParamsSchema,
  packageQuerySchema,
} from "../../contract/workouts/offline-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import { findDelta, findManifest, findPackage } from "../../db/workouts/queries.ts";
import { type Endpoint, read } from "../endpoint.ts";
import {
  encodeServerCursor,
  openServerCursor,
  requireLiveCursor,
  seqOfCursor,
} from "../server-cursor.ts";
import { textAnswer } from "../text-answer.ts";
import { presentDelta, presentManifest, presentPackage } from "./present-manifest.ts";
import { requireOwnPhone } from "./require-own-phone.ts";
import { whenPrepared } from "./when-prepared.ts";

/** The manifest is read in the guard's pipeline; if something is not prepared yet, it is prepared and read again. */
const readManifest = read({
  method: "GET",
  path: "/api/v1/client/workouts/offline-manifest",
  name: "readOfflineManifest",
  summary: "Workouts that may be trained offline on some days",
  source: "docs/rooms/workouts.md#packages",
  access: "client",
  query: manifestQuerySchema,
  answer: manifestSchema,
  refusals: ["NOT_FOUND", "DEVICE_REVOKED"],
  ask: async (executor, { identity, query: { deviceId, from = null, to = null } }) =>
    await findManifest(executor, { ...identity, deviceId, from, to }),
  async handle({ em, query, granted, found, request, deps }) {
    await requireOwnPhone(em, found, granted.caller);
    const { identity } = granted.caller;
    const { deviceId, from = null, to = null } = query;
    const key = { ...identity, deviceId, from, to };
    const again = async () => await findManifest(em, key);
    const manifest = await whenPrepared(deps, { found, again, request });
    const nextCursor = encodeServerCursor(deps.keys.cursor, manifest);
    return textAnswer(await presentManifest(manifest, query, nextCursor));
  },
});

const readPackage = read({
  method: "GET",
  path: "/api/v1/client/workout-tasks/{taskId}/offline-package",
  name: "readOfflinePackage",
  summary: "A workout to be trained offline",
  source: "docs/rooms/workouts.md#packages",
  access: "client",
  params: packageParamsSchema,
  query: packageQuerySchema,
  answer: packageAnswerSchema,
  refusals: ["NOT_FOUND", "DEVICE_REVOKED"],
  ask: async (executor, { identity, params: { taskId }, query }) => {
    const { deviceId, packageChecksum: knownChecksum = null } = query;
    return await findPackage(executor, { ...identity, taskId, deviceId, knownChecksum });
  },
  async handle({ em, params: { taskId }, query, granted, found, request, deps }) {
    await requireOwnPhone(em, found, granted.caller);
    const { identity } = granted.caller;
    const { deviceId, packageChecksum: knownChecksum = null } = query;
    const key = { ...identity, taskId, deviceId, knownChecksum };
    const again = async () => await findPackage(em, key);
    return textAnswer(presentPackage(await whenPrepared(deps, { found, again, request })));
  },
});

/**
 * Changes by the scope's counter, complete: every package it names is offered in the same snapshot. Read in the
 * guard's pipeline if the cursor is valid.
 */
const readDelta = read({
  method: "GET",
  path: "/api/v1/client/workouts/offline-delta",
  name: "readOfflineDelta",
  summary: "Changes of the packages since a cursor",
  source: "docs/rooms/workouts.md#packages",
  access: "client",
  query: deltaQuerySchema,
  answer: deltaSchema,
  refusals: ["NOT_FOUND", "DEVICE_REVOKED", "CURSOR_INVALID", "CURSOR_EXPIRED"],
  async ask(executor, { identity, query: { deviceId, relationshipId, cursor }, deps }) {
    const sinceSeq = seqOfCursor(deps.keys.cursor, relationshipId, cursor);
    return sinceSeq === null
      ? null
      : await findDelta(executor, { ...identity, deviceId, sinceSeq });
  },
  async handle({ em, query: { relationshipId, cursor: text }, granted, found, deps }) {
    const key = deps.keys.cursor;
    const cursor = openServerCursor(key, relationshipId, text);
    const delta = await requireOwnPhone(em, found, granted.caller);
    if (delta.relationshipId !== relationshipId) throw new Refusal("NOT_FOUND");
    requireLiveCursor(cursor, delta);
    if (!delta.changesKept) throw new Refusal("CURSOR_EXPIRED");
    return textAnswer(presentDelta(delta, encodeServerCursor(key, delta)));
  },
});

/** Routes by which a client's phone reads workouts for offline training. */
export const offlineEndpoints: readonly Endpoint[] = [readManifest, readPackage, readDelta];
