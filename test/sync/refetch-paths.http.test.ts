import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type RefetchHint, type Operation, syncAnswerSchema } from "../../contract/sync/schema.ts";
import { REFETCH_REASONS } from "../../contract/sync/vocabulary.ts";
import { newId } from "../../db/platform/new-id.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { buildFormAssignment } from "../factories/forms/assigned-forms.ts";
import { readCorpora, takeCorpusIds } from "../factories/sync/corpus.ts";
import { documentedReads } from "../factories/api/documented-routes.ts";
import { begun, photo } from "../factories/media/media.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { pruneAll, RECEIPTS_ARE_OLD, settleAll } from "../factories/sync/receipts/old-receipts.ts";
import {
  buildPhone,
  type Phone,
  registeredDevice,
  snapshot,
  sync,
  syncBody,
  syncPath,
} from "../factories/sync/phone.ts";
import { oneOfEach, water } from "../factories/sync/phone-operations.ts";
import { KEEP_PHOTO, photoFeature } from "../factories/media/photo-feature.ts";
import { admissionDeps, queued, submit } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const HOUR = 3_600;
const features = [...operationFeatures, photoFeature().feature];

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let phone: Phone;

const isDocumented = await documentedReads(api);
beforeEach(async () => {
  await moveClock(api.database.ownerUrl, 0);
  phone = await buildPhone(api, issuer);
});
afterEach(() => moveClock(api.database.ownerUrl, 0));

describe("every path that an answer asks a device to read is a route of the OpenAPI document", () => {
  test("for every registered operation, whatever its outcome", async () => {
    const hints = await hintsOfFeatures();
    expect(undocumented(hints)).toEqual([]);
    expect(kindsOf(hints).toSorted()).toEqual([
      "agenda_task CHANGED",
      "agenda_task CLOSED",
      "agenda_task STALE",
      "form_assignment CHANGED",
      "form_assignment STALE",
    ]);
  });

  test("for every dependency, every bad cursor and every old receipt", async () => {
    const hints = [
      ...(await hintsOfMedia()),
      ...(await hintsOfBatch()),
      ...(await hintsOfTombstones()),
    ];
    expect(undocumented(hints)).toEqual([]);
    const kinds = ["upload PENDING", "upload EXPIRED", "scope CURSOR", "scope CHANGED"];
    expect(kindsOf(hints)).toEqual(expect.arrayContaining(kinds));
    const reasons = new Set([...hints.map(({ reason }) => reason), "CLOSED"]);
    expect(REFETCH_REASONS.filter((reason) => !reasons.has(reason))).toEqual([]);
  });

  test("for changes and for each slice that differs, for a client and for a coach", async () => {
    const { changes, slices } = await pathsOfReads();
    expect(undocumented([...changes, ...slices.flat()])).toEqual([]);
    expect(kindsOf(changes).toSorted()).toEqual(["agenda_task CHANGED", "form_assignment CHANGED"]);
    for (const slice of slices) expect(slice.length).toBeGreaterThan(3);
  });
});

test("a path or parameter without a route in the OpenAPI document is found", () => {
  expect(isDocumented("/api/v1/client/today?day=2026-01-05")).toBe(false);
  expect(isDocumented("/api/v1/client/yesterday")).toBe(false);
  expect(isDocumented("/api/v1/client/today?date=2026-01-05")).toBe(true);
});

/** Hints by kind of record and reason, once each. */
function kindsOf(hints: readonly RefetchHint[]) {
  return [...new Set(hints.map(({ entityType, reason }) => `${entityType} ${reason}`))];
}

function undocumented(hints: readonly { readonly path: string }[]) {
  return hints.map(({ path }) => path).filter((path) => !isDocumented(path));
}

async function admitted(operations: readonly Operation[]): Promise<readonly RefetchHint[]> {
  const { relationshipId, deviceId, pair } = phone;
  const sender = { relationshipId, deviceId, clientUserId: pair.client.userId };
  const deps = admissionDeps(api.deps.database.em, features);
  const { results } = await submit(deps, sender, operations);
  return results.flatMap(({ refetch }) => refetch);
}

/** Hints of every recorded operation of every registered type, as sent and on revisions that are not the task's. */
async function hintsOfFeatures(): Promise<readonly RefetchHint[]> {
  const { em } = api.deps.database;
  const form = await buildFormAssignment(em, phone.pair);
  const scope = { ...phone, ...phone.pair, coachUserId: phone.pair.coach.userId, timezone: "UTC" };
  const clientUserId = phone.pair.client.userId;
  await takeCorpusIds(api.database.superuserUrl, { ...scope, clientUserId }, form.id);
  const recorded = readCorpora().flatMap(({ operations }) => operations);
  const again = [0, 99].flatMap((expectedRevision) =>
    recorded.map((operation) => ({
      ...operation,
      expectedRevision,
      clientOperationId: newId(),
    })),
  );
  const hints: RefetchHint[] = [];
  for (const operation of [...recorded, ...again]) hints.push(...(await admitted([operation])));
  return hints;
}

/** Hints of an operation whose photo is on its way, and of one whose photo will not come. */
async function hintsOfMedia(): Promise<readonly RefetchHint[]> {
  const { uploadId } = await begun(api, phone, photo());
  const laden = () =>
    queued(
      KEEP_PHOTO,
      { text: "x" },
      { attachments: [{ uploadId, purpose: "PROGRESS_PHOTO" as const }] },
    );
  const pending = await admitted([laden()]);
  await moveClock(api.database.ownerUrl, 25 * HOUR);
  const expired = await admitted([laden()]);
  await moveClock(api.database.ownerUrl, 0);
  return [...pending, ...expired];
}

/** Hints of a batch with a bad cursor, and of one whose operations wait for others. */
async function hintsOfBatch(): Promise<readonly RefetchHint[]> {
  const { relationshipId, token } = phone;
  const waits = water(phone);
  const batch = [{ ...waits, dependsOn: ["unknown"] }, ...oneOfEach(phone)];
  const body = syncBody(phone, batch, { clientCursor: "no cursor" });
  const answer = await api.call("POST", syncPath(relationshipId), { token, body });
  const { results, refetch } = syncAnswerSchema.parse(answer.data);
  return [...refetch, ...results.flatMap((result) => result.refetch)];
}

/** Tombstones lead to a read of the scope. */
async function hintsOfTombstones(): Promise<readonly RefetchHint[]> {
  const { em } = api.deps.database;
  const batch = [water(phone), queued("quick-log.complete-task", { taskId: newId() })];
  await sync(api, phone, batch);
  await settleAll(em);
  await moveClock(api.database.ownerUrl, RECEIPTS_ARE_OLD);
  await pruneAll(em);
  const hints = await admitted(batch);
  await moveClock(api.database.ownerUrl, 0);
  return hints;
}

/** The paths for both sides of a relationship after a change or a corrupted cache. */
async function pathsOfReads() {
  const coach = { ...phone, token: phone.pair.coachToken };
  const appSurface = "COACH_MOBILE";
  const deviceId = await registeredDevice(api, coach.token, { appSurface });
  const readers = [phone, { ...coach, deviceId }];
  const before = await Promise.all(readers.map((reader) => snapshot(api, reader)));
  await sync(api, phone, oneOfEach(phone));
  await buildFormAssignment(api.deps.database.em, phone.pair);
  const digest = `sha-256:${"0".repeat(64)}`;
  const reads = readers.map(async (reader, index) => {
    const { slices, serverCursor: since = "" } = before[index] ?? { slices: [] };
    const digests = slices.map(({ slice }) => `${slice}=${digest}`).join(",");
    return await snapshot(api, reader, { since, digests });
  });
  const answers = await Promise.all(reads);
  return {
    changes: answers.flatMap(({ changes }) => changes),
    slices: answers.map(({ slices }) => slices),
  };
}
