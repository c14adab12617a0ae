import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import * as z from "zod";
import { formPageSchema } from "../../contract/forms/schema.ts";
import { invitationPageSchema } from "../../contract/invitations/schema.ts";
import { planPageSchema } from "../../contract/plans/schema.ts";
import { buildSignedInPair } from "../factories/accounts/signed-in-pair.ts";
import { isStatement } from "../factories/db/explain.ts";
import { formOf } from "../factories/forms/forms.ts";
import { codeOf } from "../factories/plans/plan-desk.ts";
import { planBodies } from "../factories/plans/plans.ts";
import type { TestRequest } from "../harness/api.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
const { em } = api.deps.database;
const pair = await buildSignedInPair(em, issuer);
const stranger = await buildSignedInPair(em, issuer);

await addPlan("Strength block", "habit");
await addPlan("100 % protein", "meal");
await addForm("Weekly check-in");
await invite({ email: "anna.lang@example.org", name: "Anna Lang" });
await invite({ email: "ben@example.org", name: "Ben Carrow" });
await invite({ email: "cora@example.org" });

const titlesOf = {
  plans: (data: unknown) => planPageSchema.parse(data).items.map(({ title }) => title),
  forms: (data: unknown) => formPageSchema.parse(data).items.map(({ title }) => title),
  invitations: (data: unknown) =>
    invitationPageSchema.parse(data).items.map(({ contact }) => contact.value),
} as const;
type List = keyof typeof titlesOf;
const LISTS = ["plans", "forms", "invitations"] as const satisfies readonly List[];
const cursorIn = z.object({ nextCursor: z.string().nullable() });

describe("A list", () => {
  test.each<[List, string, readonly string[]]>([
    ["plans", "q=STRENGTH", ["Strength block"]],
    ["plans", "q=100 %25", ["100 % protein"]],
    ["plans", "q=0_%25", []],
    ["plans", "kind=MEAL", ["100 % protein"]],
    ["plans", "kind=MEAL,HABIT", ["100 % protein", "Strength block"]],
    ["plans", "kind=HABIT&q=protein", []],
    ["forms", "q=weekly", ["Weekly check-in"]],
    ["forms", "q=weekly&kind=WORKSPACE_DEFAULT", []],
    ["forms", "q=weekly&kind=FURTHER", ["Weekly check-in"]],
    ["invitations", "q=anna", ["anna.lang@example.org"]],
    ["invitations", "q=carrow", ["ben@example.org"]],
    ["invitations", "q=cora&kind=EMAIL", ["cora@example.org"]],
    ["invitations", "kind=PHONE", []],
  ])("of %s is filtered by %s", async (list, query, expected) => {
    const { data } = await visit(list, query);
    expect(titlesOf[list](data)).toEqual(expected);
  });

  test.each(LISTS)(
    "of %s has a tag: with it the answer is 304 until something changes",
    async (list) => {
      const first = await visit(list);
      const tag = first.headers.get("ETag") ?? "";
      expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
      const known = { headers: { "If-None-Match": tag } };
      const again = await visit(list, "", known);
      expect([again.status, again.headers.get("ETag")]).toEqual([304, tag]);
      expect((await visit(list, "limit=1", known)).status).toBe(200);
      await change(list);
      const changed = await visit(list, "", known);
      expect(changed.status).toBe(200);
      expect(changed.headers.get("ETag")).not.toBe(tag);
    },
  );

  test.each(LISTS)("of %s continues with the filter of its cursor alone", async (list) => {
    const { data } = await visit(list, "limit=1&q=a");
    const { nextCursor } = cursorIn.parse(data);
    if (nextCursor === null) return;
    expect(codeOf(await visit(list, `limit=1&q=b&cursor=${nextCursor}`))).toBe(
      "400 CURSOR_INVALID",
    );
    expect((await visit(list, `limit=1&q=a&cursor=${nextCursor}`)).status).toBe(200);
  });

  test.each(LISTS)("of %s refuses malformed filters, and strangers", async (list) => {
    for (const query of ["q=", `q=${"a".repeat(101)}`, "kind=SOUP", "kind="])
      expect(codeOf(await visit(list, query))).toBe("400 VALIDATION_FAILED");
    const foreign = await visit(list, "", { token: stranger.coachToken });
    expect(codeOf(foreign)).toBe("404 NOT_FOUND");
  });

  test.each(LISTS)("of %s takes the same number of statements with all filters", async (list) => {
    const kind = { plans: "HABIT", forms: "FURTHER", invitations: "EMAIL" }[list];
    const count = async (query: string) => {
      const { sent } = await recordStatements(() => visit(list, query));
      return sent.filter(isStatement).length;
    };
    await count("");
    expect(await count(`q=e&kind=${kind}`)).toBe(await count(""));
  });
});

test("A search for invitations refuses a whole address, which would stand in a URL", async () => {
  expect(codeOf(await visit("invitations", "q=anna%40example.org"))).toBe("400 VALIDATION_FAILED");
});

function visit(list: List, query = "", request: TestRequest = {}) {
  const path = `/api/v1/workspaces/${pair.workspaceId}/${list}?${query}`;
  return api.call("GET", path, { token: pair.coachToken, ...request });
}

function post(list: List, body: object) {
  const path = `/api/v1/workspaces/${pair.workspaceId}/${list}`;
  return api.call("POST", path, { token: pair.coachToken, key: randomUUID(), body });
}

async function addPlan(title: string, kind: "habit" | "meal") {
  const answer = await post("plans", { content: { ...planBodies[kind], title } });
  expect(answer.status).toBe(201);
}

async function addForm(title: string) {
  const content = formOf({ kind: "TEXT" });
  expect((await post("forms", { title, content })).status).toBe(201);
}

async function invite(body: object) {
  expect((await post("invitations", body)).status).toBe(201);
}

/** Changes one row of a list, without a new one. */
async function change(list: List) {
  const { workspaceId } = pair;
  const db = em.fork().getKysely();
  if (list === "plans")
    await sql`update plan set title = title || '!' where workspace_id = ${workspaceId}`.execute(db);
  if (list === "forms")
    await sql`update form_definition set title = title || '!' where workspace_id = ${workspaceId}`.execute(
      db,
    );
  if (list === "invitations")
    await sql`update invitation set generation = generation + 1 where workspace_id = ${workspaceId}`.execute(
      db,
    );
}
