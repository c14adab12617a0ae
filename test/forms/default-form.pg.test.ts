import { afterAll, describe, expect, test } from "@jest/globals";
import { FormDefinition } from "../../db/forms/form-definition.ts";
import { FormVersion } from "../../db/forms/form-version.ts";
import { findAssignableVersion, findDefaultVersionId, listForms } from "../../db/forms/queries.ts";
import { openDatabase } from "../../db/orm.ts";
import { DEFAULT_QUESTIONNAIRE } from "../../rules/forms/default-questionnaire.ts";
import { buildCoach } from "../factories/identity.ts";
import { openTestDatabase } from "../harness/database.ts";

const { appUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 2, applicationName: "default-form-test" });
const { em } = database;
afterAll(() => database.close());

const wholeList = { afterId: null, limit: 50 };

describe("A workspace begins with its default questionnaire", () => {
  test("published, as version 1, and assignable", async () => {
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

describe("A version is assigned to clients of its workspace", () => {
  test("not of another, and no more when its form is archived", async () => {
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
