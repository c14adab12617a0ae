import { beforeAll, describe, expect, test } from "@jest/globals";
import { operationTypesSchema } from "../../contract/sync/operation-types-schema.ts";
import { QUICK_LOG_OPERATIONS } from "../../contract/quick-log/vocabulary.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { corpusNames } from "../factories/sync/corpus.ts";
import { pairAt, tokenAt } from "../factories/api/guarded-routes.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import { useApi } from "../harness/use-api.ts";

const PATH = "/api/v1/client/operation-types";

const { api, issuer } = await useApi();
let tokens: Record<"client" | "coach" | "coachOnWeb", string>;

beforeAll(async () => {
  const { client, coach } = await pairAt(api.deps.database.em.fork(), issuer);
  tokens = {
    client: await tokenAt(issuer, client.identity),
    coach: await tokenAt(issuer, coach.identity, "COACH_MOBILE"),
    coachOnWeb: await tokenAt(issuer, coach.identity, "WEB"),
  };
});

describe("the list of operation types", () => {
  test("is refused without a token", async () => {
    expect(refusalOf(await api.call("GET", PATH))).toBe("401 UNAUTHENTICATED");
  });

  test("takes no parameters", async () => {
    const answer = await api.call("GET", `${PATH}?limit=1`, { token: tokens.client });
    expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
  });

  test("is for apps on a device only", async () => {
    const answer = await api.call("GET", PATH, { token: tokens.coachOnWeb });
    expect(refusalOf(answer)).toBe("403 APP_ROLE_MISMATCH");
  });

  test("contains the types that batches are admitted with, for clients and coaches alike", async () => {
    const items = await list(tokens.client);
    const named = items.map((item) => `${item.operationType}.v${item.operationVersion}`);
    expect(named).toEqual(corpusNames(operationFeatures).toSorted());
    expect(named).toEqual(
      expect.arrayContaining(Object.keys(QUICK_LOG_OPERATIONS).map((name) => `${name}.v1`)),
    );
    expect(await list(tokens.coach)).toEqual(items);
  });

  test("says who may send each, what it needs, and the schema of its payload", async () => {
    const items = await list(tokens.client);
    const recording = items.find((item) => item.operationType === "quick-log.record-value");
    expect(recording).toMatchObject({
      operationVersion: 1,
      principals: ["CLIENT"],
      requiresRevision: false,
      references: { taskId: "agenda_task" },
      makes: "quick_log_value_entry",
      attachments: [],
    });
    expect(items.find((item) => item.operationType === "today.complete")?.attachments).toEqual([
      { purpose: "MEAL_PHOTO", most: 3, takesPending: true },
      { purpose: "PROGRESS_PHOTO", most: 6, takesPending: false },
    ]);
    const text = JSON.stringify(recording?.payloadSchema);
    expect(text).toContain('"taskId":{"type":"string","format":"uuid"}');
    expect(text).toContain('"additionalProperties":false');
  });
});

async function list(token: string) {
  return operationTypesSchema.parse((await api.call("GET", PATH, { token })).data).items;
}
