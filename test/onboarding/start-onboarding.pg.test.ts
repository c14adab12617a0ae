import { afterAll, describe, expect, test } from "@jest/globals";
import { openDatabase } from "../../db/orm.ts";
import { findOnboarding } from "../../db/onboarding/queries.ts";
import { buildRelationship } from "../factories/identity.ts";
import { openTestDatabase } from "../harness/database.ts";

const { appUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 16, applicationName: "start-onboarding" });
const { em } = database;
afterAll(() => database.close());

describe("Registration", () => {
  test("begins the onboarding", async () => {
    const { relationshipId } = await buildRelationship(em, { status: "ONBOARDING" });
    expect(await findOnboarding(em.fork(), relationshipId)).toMatchObject({
      relationshipId,
      definitionKey: "CLIENT_INVITE_V1",
      definitionVersion: 1,
      status: "IN_PROGRESS",
      task: { taskKey: "COACH_QUESTIONNAIRE", status: "READY", revision: 1 },
      questionnaire: { status: "ASSIGNED" },
    });
  });
});
