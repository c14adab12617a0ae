import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { formPageSchema, formSchema } from "../../contract/forms/schema.ts";
import { FORM_LIMITS } from "../../contract/forms/vocabulary.ts";
import { FormDefinition } from "../../db/forms/form-definition.ts";
import { NEW_FORM, faultsOf, useFormDesk } from "../factories/forms/form-desk.ts";
import { sectionOf } from "../factories/forms/forms.ts";
import { refusalOf } from "../factories/accounts/people.ts";

const desk = await useFormDesk();

const question = { kind: "TEXT" } as const;
const other = { title: "Another", content: { sections: [sectionOf(question)] } };

describe("Creating a form", () => {
  test("gives a coach a draft that cannot be assigned yet", async () => {
    const answer = await desk.call("POST", "", { body: NEW_FORM });
    expect(answer.status).toBe(201);
    const form = formSchema.parse(answer.data);
    expect(form).toMatchObject({
      workspaceId: desk.pair.workspaceId,
      title: NEW_FORM.title,
      status: "DRAFT",
      isWorkspaceDefault: false,
      revision: 1,
      latestVersion: 0,
      latestFormVersionId: null,
      hasUnpublishedChanges: true,
      createdByUserId: desk.pair.coach.userId,
      archivedAt: null,
      versions: [],
    });
    expect(form.content).toMatchObject(NEW_FORM.content);
    expect(await desk.read(form.formId)).toEqual(form);
  });

  test("with the same key and body returns the same form, once", async () => {
    const request = { key: randomUUID(), body: NEW_FORM };
    const first = await desk.call("POST", "", request);
    const second = await desk.call("POST", "", request);
    expect(second.data).toEqual(first.data);
    expect(second.headers.get("Idempotency-Replayed")).toBe("true");
    const reused = await desk.call("POST", "", { ...request, body: other });
    expect(refusalOf(reused)).toBe("422 IDEMPOTENCY_KEY_REUSED");
  });

  test.each<[string, object, string]>([
    ["without a title", { ...NEW_FORM, title: " " }, "/title"],
    ["without questions", { ...NEW_FORM, content: { sections: [] } }, "/content/sections"],
    [
      "of an unknown kind",
      {
        ...NEW_FORM,
        content: { sections: [{ ...sectionOf(question), questions: [{ kind: "FILE" }] }] },
      },
      "/content/sections/0/questions/0/kind",
    ],
    [
      "with a field of another kind",
      { ...NEW_FORM, content: { sections: [sectionOf({ ...question, options: [] })] } },
      "/content/sections/0/questions/0/options",
    ],
    [
      "with an invalid id",
      { ...NEW_FORM, content: { sections: [sectionOf({ ...question, questionId: "Q 1" })] } },
      "/content/sections/0/questions/0/questionId",
    ],
    ["with an unknown field", { ...NEW_FORM, owner: "me" }, "/owner"],
  ])("%s is malformed", async (_name, body, pointer) => {
    const answer = await desk.call("POST", "", { body });
    expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
    expect(JSON.stringify(faultsOf(answer))).toContain(pointer);
  });

  test("reads up to 256 KB, and refuses more before reading it", async () => {
    const read = await desk.call("POST", "", { body: formOfSize(200_000) });
    expect(read.status).toBe(201);
    const tooLarge = await desk.call("POST", "", { body: formOfSize(300_000) });
    expect(refusalOf(tooLarge)).toBe("413 PAYLOAD_TOO_LARGE");
    const draft = { ...formOfSize(300_000), expectedRevision: 1 };
    const { formId } = await desk.make();
    expect(refusalOf(await desk.call("PUT", `/${formId}/draft`, { body: draft }))).toBe(
      "413 PAYLOAD_TOO_LARGE",
    );
  });

  test("is limited per workspace; archived forms do not count", async () => {
    const { em } = desk.api.deps.database;
    const { workspaceId } = desk.pair;
    const { formId } = await desk.make();
    const { id: _id, ...row } = await em.fork().findOneOrFail(FormDefinition, formId);
    const open = { workspaceId, status: { $ne: "ARCHIVED" } } as const;
    const free = FORM_LIMITS.formsPerWorkspace - (await em.fork().count(FormDefinition, open));
    const copies = Array.from({ length: free }, () => ({ ...row, id: randomUUID() }));
    await em.fork().insertMany(FormDefinition, copies);
    const refused = await desk.call("POST", "", { body: NEW_FORM });
    expect(refusalOf(refused)).toBe("409 FORM_LIMIT_REACHED");
    await desk.call("POST", `/${formId}/archive`);
    expect((await desk.call("POST", "", { body: NEW_FORM })).status).toBe(201);
    const ids = copies.map(({ id }) => id);
    await em.fork().nativeDelete(FormDefinition, { id: { $in: ids } });
  });
});

describe("Listing forms", () => {
  const list = async (query = "") => formPageSchema.parse((await desk.call("GET", query)).data);

  test("is newest first, page by page, without the questions", async () => {
    const made = [await desk.make(), await desk.make(other)];
    const first = await list("?limit=1");
    expect(first.items[0]?.formId).toBe(made[1]?.formId);
    const second = await list(`?limit=1&cursor=${encodeURIComponent(first.nextCursor ?? "")}`);
    expect(second.items[0]?.formId).toBe(made[0]?.formId);
    const answer = await desk.call("GET", "?limit=100");
    expect(answer.text).not.toContain("sections");
  });

  test("filters by status, and a cursor is valid only for it", async () => {
    const { formId } = await desk.make();
    const drafts = await list("?status=DRAFT&limit=1");
    expect(drafts.items.map((form) => form.formId)).toEqual([formId]);
    const published = await list("?status=PUBLISHED");
    expect(published.items.every(({ status }) => status === "PUBLISHED")).toBe(true);
    expect(published.items.filter((form) => form.isWorkspaceDefault)).toHaveLength(1);
    const cursor = encodeURIComponent(drafts.nextCursor ?? "");
    const foreign = await desk.call("GET", `?status=ARCHIVED&cursor=${cursor}`);
    expect(refusalOf(foreign)).toBe("400 CURSOR_INVALID");
    const unknown = await desk.call("GET", "?status=GONE");
    expect(faultsOf(unknown)).toEqual(["/query/status invalid_value"]);
  });
});

describe("Saving a draft of a form", () => {
  test("raises the revision; a repeat, as after a lost answer, changes nothing", async () => {
    const { formId } = await desk.make();
    const body = { ...other, expectedRevision: 1 };
    const saved = await desk.call("PUT", `/${formId}/draft`, { body });
    expect(formSchema.parse(saved.data)).toMatchObject({ title: "Another", revision: 2 });
    const again = await desk.call("PUT", `/${formId}/draft`, { body });
    expect(again.data).toEqual(saved.data);
  });

  test("at an older revision is refused, and nothing is overwritten", async () => {
    const { formId } = await desk.make();
    const change = { ...other, expectedRevision: 1 };
    await desk.call("PUT", `/${formId}/draft`, { body: change });
    const stale = await desk.call("PUT", `/${formId}/draft`, {
      body: { ...change, title: "Mine" },
    });
    expect(refusalOf(stale)).toBe("409 STATE_CONFLICT");
    expect(await desk.read(formId)).toMatchObject({ title: "Another", revision: 2 });
  });

  test("without a revision is malformed", async () => {
    const { formId } = await desk.make();
    const answer = await desk.call("PUT", `/${formId}/draft`, { body: other });
    expect(faultsOf(answer)).toEqual(["/expectedRevision invalid_type"]);
  });

  test("leaves published versions unchanged", async () => {
    const { formId } = await desk.make();
    const published = await desk.publish(formId);
    await desk.call("PUT", `/${formId}/draft`, { body: { ...other, expectedRevision: 1 } });
    expect((await desk.call("GET", `/${formId}/versions/1`)).data).toEqual(published.data);
    const form = await desk.read(formId);
    expect(form).toMatchObject({ status: "PUBLISHED", hasUnpublishedChanges: true });
  });
});

describe("Previewing a draft of a form", () => {
  const preview = (formId: string, answers: unknown) =>
    desk.api.call("POST", desk.path(`/${formId}/preview`), {
      token: desk.pair.coachToken,
      body: { answers },
    });

  test("shows what a client would see, and the messages", async () => {
    const { formId } = await desk.make();
    expect((await preview(formId, {})).data).toEqual({
      revision: 1,
      shownQuestionIds: ["q1"],
      answerFaults: [{ questionId: "q1", code: "required" }],
      contentFaults: [],
    });
    expect((await preview(formId, { q1: true, q9: 1 })).data).toMatchObject({
      shownQuestionIds: ["q1", "q2"],
      answerFaults: [
        { questionId: "q2", code: "required" },
        { questionId: "q9", code: "unknown_question" },
      ],
    });
  });

  test("shows what prevents its publication", async () => {
    const broken = { kind: "NUMBER", min: 2, max: 1 } as const;
    const { formId } = await desk.make({ ...other, content: { sections: [sectionOf(broken)] } });
    expect((await preview(formId, {})).data).toMatchObject({
      contentFaults: [{ pointer: "/content/sections/0/questions/0/max", code: "empty_range" }],
    });
  });

  test("writes nothing, and repeats give the same answer", async () => {
    const { formId } = await desk.make();
    const before = await desk.read(formId);
    const first = await preview(formId, { q1: false });
    expect((await preview(formId, { q1: false })).data).toEqual(first.data);
    expect(await desk.read(formId)).toEqual(before);
  });

  test("refuses malformed answers", async () => {
    const { formId } = await desk.make();
    const answer = await preview(formId, { q1: { nested: true } });
    expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
  });
});

/** A form whose body is slightly larger than this. */
function formOfSize(bytes: number) {
  return {
    title: "Long",
    content: {
      sections: Array.from({ length: 3 }, (_, place) => ({
        ...sectionOf(
          ...Array.from({ length: 100 }, (__, index) => ({
            ...question,
            questionId: `q_${place}_${index}`,
            help: "x".repeat(Math.min(FORM_LIMITS.helpLength, Math.ceil(bytes / 300))),
          })),
        ),
        sectionId: `s_${place}`,
      })),
    },
  };
}
