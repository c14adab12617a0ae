import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { FORM_LIMITS } from "../../contract/forms/vocabulary.ts";
import { FormDefinition } from "../../db/forms/form-definition.ts";
import { FormVersion } from "../../db/forms/form-version.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { type FormDesk, NEW_FORM, openFormDesk, versionOf } from "../factories/form-desk.ts";
import { refusalOf } from "../factories/people.ts";
import { recordStatements } from "../harness/record-statements.ts";

let desk: FormDesk;
beforeAll(async () => {
  desk = await openFormDesk();
});
afterAll(() => desk.close());

const eight = <T>(work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 8 }, (_, index) => work(index)));
const rows = () => desk.api.deps.database.em.fork();

describe("At the same moment", () => {
  test("a draft published by eight is one version, told once", async () => {
    const { formId } = await desk.make();
    const answers = await eight(() => desk.publish(formId));
    expect(new Set(answers.map((answer) => versionOf(answer).formVersionId)).size).toBe(1);
    expect(await rows().count(FormVersion, { formId })).toBe(1);
    expect(await rows().count(OutboxRow, { subjectId: formId, type: "FormPublished" })).toBe(1);
  });

  test("of eight who change what they read, one is heard", async () => {
    const { formId } = await desk.make();
    const answers = await eight((index) =>
      desk.call("PUT", `/${formId}/draft`, {
        body: { ...NEW_FORM, title: `Title ${index}`, expectedRevision: 1 },
      }),
    );
    const saved = answers.filter(({ status }) => status === 200);
    expect(saved).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200).map(refusalOf);
    expect(refused).toEqual(Array(7).fill("409 STATE_CONFLICT"));
    expect(await desk.read(formId)).toEqual(saved[0]?.data);
  });

  test("a draft is published as it was read, or not at all", async () => {
    const { formId } = await desk.make();
    const [published] = await Promise.all([
      desk.publish(formId),
      desk.call("PUT", `/${formId}/draft`, {
        body: { ...NEW_FORM, title: "Second", expectedRevision: 1 },
      }),
    ]);
    if (published.status === 200) expect(versionOf(published).title).toBe(NEW_FORM.title);
    else expect(refusalOf(published)).toBe("409 STATE_CONFLICT");
  });

  test("of several forms made the default, one is in the end, and every call succeeded", async () => {
    const forms = await eight(async () => {
      const { formId } = await desk.make();
      await desk.publish(formId);
      return formId;
    });
    const answers = await eight((index) =>
      desk.call("POST", `/${forms[index] ?? ""}/make-default`),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const { workspaceId } = desk.pair;
    const defaults = await rows().find(FormDefinition, { workspaceId, isWorkspaceDefault: true });
    expect(defaults.map(({ id }) => id).filter((id) => forms.includes(id))).toHaveLength(1);
    expect(defaults).toHaveLength(1);
  });

  test("a form is archived or the default, never both", async () => {
    const { formId } = await desk.make();
    await desk.publish(formId);
    const answers = await eight((index) =>
      desk.call("POST", `/${formId}/${index % 2 === 0 ? "archive" : "make-default"}`),
    );
    expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true);
    const { status, isWorkspaceDefault } = await desk.read(formId);
    expect(status === "ARCHIVED").toBe(!isWorkspaceDefault);
  });
});

test("of eight who make the last form that a workspace may have, one does", async () => {
  const { workspaceId } = desk.pair;
  const { id: _id, ...row } = await rows().findOneOrFail(FormDefinition, {
    id: (await desk.make()).formId,
  });
  const open = await rows().count(FormDefinition, { workspaceId, status: { $ne: "ARCHIVED" } });
  const missing = FORM_LIMITS.formsPerWorkspace - 1 - open;
  const copies = Array.from({ length: missing }, () => ({ ...row, id: randomUUID() }));
  await rows().insertMany(FormDefinition, copies);
  const answers = await eight(() => desk.call("POST", "", { body: NEW_FORM }));
  expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
  expect(await rows().count(FormDefinition, { workspaceId, status: { $ne: "ARCHIVED" } })).toBe(
    FORM_LIMITS.formsPerWorkspace,
  );
  await rows().nativeDelete(FormDefinition, { id: { $in: copies.map(({ id }) => id) } });
});

describe("What a read costs", () => {
  const GUARD = 2;

  test.each([
    ["the list, however many forms there are", "?limit=100"],
    ["one form with its versions", "/{formId}"],
    ["one version", "/{formId}/versions/1"],
  ])("%s: one statement beside the guard's", async (_name, below) => {
    const { formId } = await desk.make();
    await desk.publish(formId);
    const { result, statements } = await recordStatements(() =>
      desk.call("GET", below.replace("{formId}", formId)),
    );
    expect(result.status).toBe(200);
    expect(statements).toHaveLength(GUARD + 1);
  });
});
