import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { formSchema } from "../../contract/forms/schema.ts";
import { findDefaultVersionId } from "../../db/forms/queries.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { NEW_FORM, faultsOf, useFormDesk, versionOf } from "../factories/forms/form-desk.ts";
import { sectionOf } from "../factories/forms/forms.ts";
import { refusalOf } from "../factories/accounts/people.ts";

const desk = await useFormDesk();

describe("Publishing a form", () => {
  test("creates version 1 of the draft, and emits an event with ids only", async () => {
    const { formId } = await desk.make();
    const answer = await desk.publish(formId);
    expect(answer.status).toBe(200);
    const version = versionOf(answer);
    expect(version).toMatchObject({
      formId,
      version: 1,
      title: NEW_FORM.title,
      publishedByUserId: desk.pair.coach.userId,
    });
    const form = await desk.read(formId);
    const { formVersionId } = version;
    expect(form).toMatchObject({ status: "PUBLISHED", latestFormVersionId: formVersionId });
    expect(form.hasUnpublishedChanges).toBe(false);
    expect(version.content).toEqual(form.content);
    const [event, ...more] = await eventsOf(formId);
    expect(more).toEqual([]);
    const { workspaceId } = desk.pair;
    expect(event).toMatchObject({ consumer: "event-feed", version: 1 });
    expect(event?.refs).toEqual({ workspaceId, formId, formVersionId });
  });

  test("again with a changed draft creates the next version; versions are listed newest first", async () => {
    const { formId } = await desk.make();
    await desk.publish(formId);
    await save(formId, "Second", 1);
    expect(versionOf(await desk.publish(formId, 2)).version).toBe(2);
    const { versions, latestVersion } = await desk.read(formId);
    expect(latestVersion).toBe(2);
    expect(versions.map(({ version, title }) => [version, title])).toEqual([
      [2, "Second"],
      [1, NEW_FORM.title],
    ]);
  });

  test("twice without a change returns the existing version", async () => {
    const { formId } = await desk.make();
    const first = await desk.publish(formId);
    const second = await desk.publish(formId);
    expect(second.data).toEqual(first.data);
    expect(second.headers.get("Idempotency-Replayed")).toBeNull();
    expect(await eventsOf(formId)).toHaveLength(1);
  });

  test("with the same key returns the same answer, even if the draft has changed", async () => {
    const { formId } = await desk.make();
    const request = { key: randomUUID(), body: { expectedRevision: 1 } };
    const first = await desk.call("POST", `/${formId}/publish`, request);
    await save(formId, "Second", 1);
    const replay = await desk.call("POST", `/${formId}/publish`, request);
    expect(replay.data).toEqual(first.data);
    expect(replay.headers.get("Idempotency-Replayed")).toBe("true");
  });

  test("refuses a draft that was changed meanwhile", async () => {
    const { formId } = await desk.make();
    await save(formId, "Second", 1);
    expect(refusalOf(await desk.publish(formId, 1))).toBe("409 STATE_CONFLICT");
    expect((await desk.read(formId)).latestVersion).toBe(0);
  });

  test("refuses a faulty draft with each pointer, and writes nothing", async () => {
    const showIf = { questionId: "q2", operator: "EQUALS", value: true };
    const questions = sectionOf({ kind: "TEXT", showIf }, { kind: "SCALE", min: 5, max: 1 });
    const { formId } = await desk.make({ ...NEW_FORM, content: { sections: [questions] } });
    const answer = await desk.publish(formId);
    expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
    expect(faultsOf(answer)).toEqual([
      "/content/sections/0/questions/0/showIf/questionId no_earlier_question",
      "/content/sections/0/questions/1/max empty_range",
    ]);
    expect(await desk.read(formId)).toMatchObject({ status: "DRAFT", latestVersion: 0 });
    expect(await eventsOf(formId)).toEqual([]);
  });

  test.each([{}, { expectedRevision: 0 }, { expectedRevision: "1" }])(
    "refuses %j as malformed",
    async (body) => {
      const { formId } = await desk.make();
      const answer = await desk.call("POST", `/${formId}/publish`, { body });
      expect(JSON.stringify(faultsOf(answer))).toContain("/expectedRevision");
    },
  );
});

describe("Reading a version", () => {
  test.each(["0", "x", "3000000000"])("with number %s is malformed", async (version) => {
    const { formId } = await desk.make();
    const answer = await desk.call("GET", `/${formId}/versions/${version}`);
    expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
  });

  test("that was never published is not found", async () => {
    const { formId } = await desk.make();
    expect(refusalOf(await desk.call("GET", `/${formId}/versions/1`))).toBe("404 NOT_FOUND");
  });
});

describe("Archiving a form", () => {
  test("ends its use; versions stay readable, and a repeat changes nothing", async () => {
    const { formId } = await desk.make();
    await desk.publish(formId);
    const first = await desk.call("POST", `/${formId}/archive`);
    const form = formSchema.parse(first.data);
    expect(form.status).toBe("ARCHIVED");
    expect(form.archivedAt).not.toBeNull();
    expect((await desk.call("POST", `/${formId}/archive`)).data).toEqual(first.data);
    expect((await desk.call("GET", `/${formId}/versions/1`)).status).toBe(200);
  });

  test("prevents changing it, publishing it and making it the default", async () => {
    const { formId } = await desk.make();
    await desk.publish(formId);
    await desk.call("POST", `/${formId}/archive`);
    const answers = [
      await save(formId, "Second", 1),
      await desk.publish(formId),
      await desk.call("POST", `/${formId}/make-default`),
    ];
    expect(answers.map(refusalOf)).toEqual(Array(3).fill("409 STATE_CONFLICT"));
  });

  test("with the same key returns the same answer", async () => {
    const { formId } = await desk.make();
    const key = randomUUID();
    const first = await desk.call("POST", `/${formId}/archive`, { key });
    const replay = await desk.call("POST", `/${formId}/archive`, { key });
    expect(replay.data).toEqual(first.data);
    expect(replay.headers.get("Idempotency-Replayed")).toBe("true");
  });
});

describe("The default form of a workspace", () => {
  const defaultVersion = () =>
    findDefaultVersionId(desk.api.deps.database.em.fork(), desk.pair.workspaceId);

  test("can become another published form; the former one can then be archived", async () => {
    const { formId } = await desk.make();
    const { formVersionId } = versionOf(await desk.publish(formId));
    const request = { key: randomUUID() };
    const made = await desk.call("POST", `/${formId}/make-default`, request);
    expect(formSchema.parse(made.data).isWorkspaceDefault).toBe(true);
    expect(await defaultVersion()).toBe(formVersionId);
    const next = await desk.make();
    await desk.publish(next.formId);
    await desk.call("POST", `/${next.formId}/make-default`);
    expect((await desk.read(formId)).isWorkspaceDefault).toBe(false);
    expect((await desk.call("POST", `/${formId}/archive`)).status).toBe(200);
    const replay = await desk.call("POST", `/${formId}/make-default`, request);
    expect(replay.data).toEqual(made.data);
    expect((await desk.read(next.formId)).isWorkspaceDefault).toBe(true);
  });

  test("cannot be archived", async () => {
    const { formId } = await desk.make();
    await desk.publish(formId);
    await desk.call("POST", `/${formId}/make-default`);
    expect(refusalOf(await desk.call("POST", `/${formId}/archive`))).toBe("409 STATE_CONFLICT");
  });

  test("is always published, and in its newest version", async () => {
    const { formId } = await desk.make();
    expect(refusalOf(await desk.call("POST", `/${formId}/make-default`))).toBe(
      "409 STATE_CONFLICT",
    );
    await desk.publish(formId);
    await desk.call("POST", `/${formId}/make-default`);
    await save(formId, "Second", 1);
    const { formVersionId } = versionOf(await desk.publish(formId, 2));
    expect(await defaultVersion()).toBe(formVersionId);
  });
});

function save(formId: string, title: string, expectedRevision: number) {
  return desk.call("PUT", `/${formId}/draft`, { body: { ...NEW_FORM, title, expectedRevision } });
}

function eventsOf(subjectId: string) {
  return desk.api.deps.database.em.fork().find(OutboxRow, { subjectId, type: "FormPublished" });
}
