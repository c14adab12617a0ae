import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { formFeature } from "../../activities/forms/form-feature.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { FormAssignment } from "../../db/forms/form-assignment.ts";
import { FormDefinition } from "../../db/forms/form-definition.ts";
import { FormDraft } from "../../db/forms/form-draft.ts";
import { FormVersion } from "../../db/forms/form-version.ts";
import { findAssignableVersion, findDefaultVersionId, listForms } from "../../db/forms/queries.ts";
import { DEFAULT_QUESTIONNAIRE } from "../../rules/forms/default-questionnaire.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { buildFormAssignment, buildFormVersion } from "../factories/forms/assigned-forms.ts";
import { buildCoach } from "../factories/accounts/identity.ts";
import {
  admissionDeps,
  buildDevice,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { unpackedTexts } from "../factories/sync/receipts/stored-receipts.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());

const wholeList = { afterId: null, limit: 50 };

describe("The default questionnaire of a new workspace", () => {
  test("is published as version 1 and assignable", async () => {
    const { workspaceId } = await buildCoach(em);
    const forms = await listForms(em.fork(), { workspaceId, status: null }, wholeList);
    expect(forms).toHaveLength(1);
    expect(forms[0]).toMatchObject({
      title: DEFAULT_QUESTIONNAIRE.title,
      status: "PUBLISHED",
      isWorkspaceDefault: true,
      latestVersion: 1,
      hasUnpublishedChanges: false,
      createdByUserId: null,
    });
    const formVersionId = (await findDefaultVersionId(em.fork(), workspaceId)) ?? "";
    const version = await em.fork().findOneOrFail(FormVersion, formVersionId);
    expect(version.content).toEqual(DEFAULT_QUESTIONNAIRE.content);
    expect(await findAssignableVersion(em.fork(), { workspaceId, formVersionId })).toEqual({
      formVersionId,
      formId: forms[0]?.formId,
      version: 1,
      title: DEFAULT_QUESTIONNAIRE.title,
    });
  });
});

describe("A version of a form", () => {
  test("cannot be assigned in another workspace, nor once the form is archived", async () => {
    const [coach, other] = [await buildCoach(em), await buildCoach(em)];
    const { workspaceId } = coach;
    const formVersionId = (await findDefaultVersionId(em.fork(), workspaceId)) ?? "";
    const foreign = { workspaceId: other.workspaceId, formVersionId };
    expect(await findAssignableVersion(em.fork(), foreign)).toBeNull();
    const archived = { status: "ARCHIVED", isWorkspaceDefault: false } as const;
    await em.fork().nativeUpdate(FormDefinition, { workspaceId }, archived);
    expect(await findAssignableVersion(em.fork(), { workspaceId, formVersionId })).toBeNull();
    expect(await findDefaultVersionId(em.fork(), workspaceId)).toBeNull();
  });
});

const deps = admissionDeps(em, [...operationFeatures, formFeature]);
let scope: BuiltScope;
beforeEach(async () => {
  scope = await buildScope(em);
});

const draft = (formAssignmentId: string, answers: object, more: Partial<Operation> = {}) =>
  queued("form.save-draft", { formAssignmentId, answers }, more);

async function admitted(operations: readonly Operation[], of: BuiltScope = scope) {
  return (await submit(deps, of, operations)).results;
}

describe("Admission of drafts", () => {
  test("takes as many statements for fifty drafts as for one", async () => {
    const versions = [
      await buildFormVersion(em, scope.workspaceId),
      await buildFormVersion(em, scope.workspaceId),
    ];
    const ids: string[] = [];
    for (const n of Array.from({ length: 25 }, (_, index) => index)) {
      const formVersionId = versions[n % 2] ?? "";
      ids.push((await buildFormAssignment(em, scope, { formVersionId })).id);
    }
    const [first = "", ...rest] = ids;
    const one = await recordStatements(() => admitted([draft(first, { goal: "R" })]));
    const batch = [...rest, ...ids, first].map((id) => draft(id, { goal: "Run" }));
    const fifty = await recordStatements(() => admitted(batch));
    expect(fifty.result.map(({ status }) => status)).toEqual(batch.map(() => "ACCEPTED"));
    expect(fifty.statements).toEqual(one.statements);
    const forms = one.sent.filter(({ text }) => /\bform_(?:assignment|draft|version)\b/.test(text));
    expect(forms).toHaveLength(4);
    const drafts = await em.fork().find(FormDraft, { assignmentId: { $in: ids } });
    expect(drafts.map(({ answers }) => answers)).toEqual(ids.map(() => ({ goal: "Run" })));
    expect(await em.fork().findOneOrFail(FormAssignment, first)).toMatchObject({ revision: 4 });
  });

  test("accepts drafts and quick-log operations in one batch, each by its own rules", async () => {
    const { id } = await buildFormAssignment(em, scope);
    const { habit } = scope.agenda;
    const done = queued("quick-log.complete-task", { taskId: habit.id });
    const results = await admitted([draft(id, { goal: "Run" }), done, draft(id, { goal: 5 })]);
    expect(results.map(({ status, rejectionCode }) => rejectionCode ?? status)).toEqual([
      "ACCEPTED",
      "ACCEPTED",
      "ANSWER_INVALID",
    ]);
  });

  test("refuses a form of another relationship and a draft over 256 KB", async () => {
    const { id } = await buildFormAssignment(em, scope);
    const foreign = await buildFormAssignment(em, await buildScope(em));
    const huge: Record<string, string> = {};
    for (const n of Array.from({ length: 30 }, (_, index) => index)) huge[`q${n}`] = LONG;
    const batch = [
      draft(foreign.id, { goal: "Run" }),
      draft(randomUUID(), {}),
      draft(id, huge),
      draft(id, { goal: {} }),
      draft(id, {}, { operationVersion: 2 }),
    ];
    const results = await admitted(batch);
    expect(results.map(({ rejectionCode }) => rejectionCode)).toEqual([
      "FORM_UNKNOWN",
      "FORM_UNKNOWN",
      "PAYLOAD_INVALID",
      "PAYLOAD_INVALID",
      "OPERATION_VERSION_UNSUPPORTED",
    ]);
    expect(await em.fork().count(FormDraft, { assignmentId: { $in: [id, foreign.id] } })).toBe(0);
  });
});

const LONG = "x".repeat(9_999);

describe("Two phones of one client", () => {
  test("conflict if the other saved meanwhile, and not on their own drafts", async () => {
    const { id } = await buildFormAssignment(em, scope);
    const other = { ...scope, deviceId: await buildDevice(em, scope.clientUserId) };
    const own = await admitted(["R", "Ru"].map((goal) => draft(id, { goal })));
    expect(own.map(({ acceptedRevision }) => acceptedRevision)).toEqual([2, 3]);
    const [late] = await admitted([draft(id, { goal: "Swim" })], other);
    expect(late).toMatchObject({ status: "CONFLICT", conflictCode: "STALE_REVISION" });
    const informed = draft(id, { goal: "Swim" }, { expectedRevision: 3 });
    expect(await admitted([informed], other)).toMatchObject([{ acceptedRevision: 4 }]);
    const again = draft(id, { goal: "Run" }, { expectedRevision: 3 });
    expect(await admitted([again])).toMatchObject([{ conflictCode: "STALE_REVISION" }]);
    const kept = await em.fork().findOneOrFail(FormDraft, { assignmentId: id });
    expect(kept).toMatchObject({ answers: { goal: "Swim" }, revisionBeforeRun: 3 });
  });
});

test("A draft's answers are in no event, receipt or change", async () => {
  const marker = `marker${randomUUID().replaceAll("-", "")}`;
  const { id } = await buildFormAssignment(em, scope);
  const results = await admitted([
    draft(id, { goal: marker }),
    draft(id, { height: marker }),
    draft(id, { [`x${marker}`.slice(0, 40)]: marker }),
  ]);
  expect(JSON.stringify(results)).not.toContain(marker);
  const tables = ["outbox", "receipt", "sync_batch", "scope_change", "deferred_operation"];
  for (const table of tables) {
    const rows: unknown[] = await em
      .fork()
      .execute(`select 1 from ${table} as kept where kept::text like ?`, [`%${marker}%`]);
    expect({ table, count: rows.length }).toEqual({ table, count: 0 });
  }
  const answers = (await unpackedTexts(em)).filter(({ table }) => table === "sync_answers");
  expect(answers.length).toBeGreaterThan(0);
  expect(JSON.stringify(answers)).not.toContain(marker);
});
