import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "@jest/globals";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import type { AdmissionDeps } from "../../activities/sync/admission/admission.ts";
import type { OperationFeature, OperationType } from "../../activities/sync/operation-feature.ts";
import { MOST_SNOOZES, SNOOZE_MINUTES } from "../../contract/agenda/vocabulary.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { payloadVersion } from "../../activities/payload-version.ts";
import { openDatabase } from "../../db/open-database.ts";
import { actionSchemaOf, BARE_TASK } from "../../rules/agenda/actions/action-schema.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { buildFormAssignment } from "../factories/forms/assigned-forms.ts";
import {
  CORPUS_CHECK_IN,
  CORPUS_REMINDER,
  CORPUS_TASKS,
  corpusNames,
  readCorpora,
  takeCorpusIds,
  takeWorkoutIds,
} from "../factories/sync/corpus.ts";
import { coachPhone, putMessageTask, sendAsCoach } from "../factories/inbox/coach-phone.ts";
import { putTaskLike } from "../factories/quick-log/structured-task.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { readBy } from "../factories/sync/features/read-by.ts";
import {
  admissionDeps,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { loadNothing } from "../factories/sync/features/with-copy.ts";
import { putWorkout } from "../factories/workouts/workouts.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { useOwnDatabase } from "../harness/database.ts";

/** The default snooze options of a plan. */
const EVERY_SNOOZE = { minutes: SNOOZE_MINUTES, most: MOST_SNOOZES };

const files = await useOwnDatabase();
const corpora = readCorpora();

describe("every version of every operation type that was ever shipped", () => {
  test("has its recorded envelopes", () => {
    expect(corpora.map(({ name }) => name)).toEqual(corpusNames(operationFeatures));
  });

  test("has envelopes: a version without any is reported", () => {
    const known = operationFeatures.at(0);
    if (known === undefined) throw new Error("There is no feature");
    const [[type, entry] = ["", null]] = [...known.operationTypes];
    if (entry === null) throw new Error("There is no type");
    const next = {
      ...entry,
      versions: new Map([...entry.versions, [2, readBy(z.never())]]),
    };
    const features = [
      { ...known, operationTypes: new Map([...known.operationTypes, [type, next]]) },
    ];
    expect(corpusNames(features)).toContain(`${type}.v2`);
    expect(corpora.map(({ name }) => name)).not.toContain(`${type}.v2`);
  });

  test.each(corpora)("is judged as before: $name", async ({ name, operations, verdicts }) => {
    const { appUrl, ownerUrl, superuserUrl } = await useOwnDatabase();
    // Recorded operations are sent on the day of their recording, because some depend on their age.
    const ahead = (Date.parse("2026-01-05T12:00:00Z") - Date.now()) / 1_000;
    await moveClock(ownerUrl, ahead);
    const database = openDatabase({ url: appUrl, poolSize: 2, applicationName: "corpus" });
    try {
      const scope = await buildScope(database.em);
      const form = await buildFormAssignment(database.em, scope);
      await putTaskLike(database.em, scope.agenda.habit, { id: CORPUS_CHECK_IN });
      await putTaskLike(database.em, scope.agenda.habit, {
        id: CORPUS_REMINDER,
        task_kind: "REMINDER",
        action_schema: actionSchemaOf("REMINDER", { ...BARE_TASK, snooze: EVERY_SNOOZE }),
      });
      const expiresAt = new Date("2026-01-07T00:00:00Z");
      const workout = await putWorkout(
        database.em,
        { ...scope, timezone: "UTC" },
        { expiresAt, localDate: "2026-01-05" },
      );
      await takeWorkoutIds(superuserUrl, workout);
      await takeCorpusIds(superuserUrl, scope, form.id);
      const deps = admissionDeps(database.em);
      const results = await (
        isOfCoach(name)
          ? sentByCoach(deps, database.em, { scope, operations })
          : submit(deps, scope, operations)
      ).then((admitted) => admitted.results);
      expect(verdictsOf(results)).toEqual(verdicts);
      expect(verdicts).toContain("ACCEPTED");
      expect(operations.map((each) => `${each.operationType}.v${each.operationVersion}`)).toContain(
        name,
      );
    } finally {
      await database.close();
    }
  });
});

const isOfCoach = (name: string) => /^(?:inbox|day)\./.test(name);

/** Sends operations on the scope's tasks in the inbox. */
async function sentByCoach(
  deps: AdmissionDeps,
  em: SqlEntityManager,
  { scope, operations }: { readonly scope: BuiltScope; readonly operations: readonly Operation[] },
) {
  const { message, snoozed, skips } = CORPUS_TASKS;
  await putMessageTask(em, scope, { id: message });
  const snoozedUntil = new Date("2026-01-06T08:00:00Z");
  await putMessageTask(em, scope, { id: snoozed, status: "SNOOZED", snoozedUntil });
  await putMessageTask(em, scope, { id: skips, sourceKind: "SKIP", dedupeKey: "skip" });
  return await sendAsCoach(deps, scope, await coachPhone(em, scope), operations);
}

/** A feature of a test whose payload was one line in version 1, and is a list of lines now. */
function linesFeature(versions: readonly (1 | 2)[]) {
  const kept: string[][] = [];
  const first = z.strictObject({ text: z.string() });
  const second = z.strictObject({ lines: z.array(z.string()) });
  const readers = {
    1: payloadVersion(first, ({ text }) => ({ lines: [text] })),
    2: readBy(second),
  };
  const type: OperationType<z.output<typeof second>> = {
    principals: ["CLIENT"],
    requiresRevision: false,
    versions: new Map(versions.map((version) => [version, readers[version]])),
  };
  const feature: OperationFeature<z.output<typeof second>> = {
    operationTypes: new Map([["test.keep-lines", type]]),
    load: loadNothing(({ intent, receiptId }) => {
      kept.push(intent.lines);
      const made = { canonicalRecordId: receiptId, canonicalIds: [], refetch: [] };
      return { accepted: true, revision: 1, ...made };
    }),
  };
  return { kept, feature };
}

describe("a payload version", () => {
  const database = openDatabase({ url: files.appUrl, poolSize: 4, applicationName: "versions" });
  const { em } = database;
  afterAll(() => database.close());
  const old = queued("test.keep-lines", { text: "one" });
  const present = queued("test.keep-lines", { lines: ["one", "two"] }, { operationVersion: 2 });

  test("of an old app is converted to what the feature uses today", async () => {
    const { kept, feature } = linesFeature([1, 2]);
    const { results } = await submit(admissionDeps(em, [feature]), await buildScope(em), [
      old,
      present,
    ]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "ACCEPTED"]);
    expect(kept).toEqual([["one"], ["one", "two"]]);
  });

  test("is read with its own schema, not with another's", async () => {
    const { feature } = linesFeature([1, 2]);
    const mixed = [
      queued("test.keep-lines", { lines: ["one"] }),
      queued("test.keep-lines", { text: "one" }, { operationVersion: 2 }),
    ];
    const { results } = await submit(admissionDeps(em, [feature]), await buildScope(em), mixed);
    expect(verdictsOf(results)).toEqual(["PAYLOAD_INVALID", "PAYLOAD_INVALID"]);
  });

  test("that is not known yet stays on the device, like an unknown type, and is accepted later", async () => {
    const scope = await buildScope(em);
    const earlier = admissionDeps(em, [linesFeature([1]).feature]);
    const levitate = queued("device.levitate", { height: 3 }, { clientOperationId: randomUUID() });
    for (let time = 0; time < 2; time += 1) {
      const { results } = await submit(earlier, scope, [present, levitate]);
      expect(results).toMatchObject([
        { status: "REFETCH_REQUIRED", rejectionCode: "OPERATION_VERSION_UNSUPPORTED" },
        { status: "REFETCH_REQUIRED", rejectionCode: "OPERATION_UNKNOWN" },
      ]);
      for (const { receiptId, allowedResolutions } of results)
        expect({ receiptId, allowedResolutions }).toEqual({
          receiptId: null,
          allowedResolutions: ["RETRY"],
        });
    }
    const stored = await em
      .fork()
      .execute("select from sync_batch where device_id = ?", [scope.deviceId]);
    expect(stored).toEqual([]);
    const later = admissionDeps(em, [linesFeature([1, 2]).feature]);
    expect(verdictsOf((await submit(later, scope, [present])).results)).toEqual(["ACCEPTED"]);
  });
});
