import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { openDatabase } from "../../db/orm.ts";
import { buildOnboarded, type Onboarded, submit } from "../factories/onboarding-life.ts";
import { openTestDatabase } from "../harness/database.ts";

const { appUrl, ownerUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 2, applicationName: "records-test" });
const { em } = database;
const app = new Client({ connectionString: appUrl });
const owner = new Client({ connectionString: ownerUrl });
beforeAll(async () => {
  await app.connect();
  await owner.connect();
});
afterAll(async () => {
  await app.end();
  await owner.end();
  await database.close();
});

const ACTIVE = "key = 'CLIENT_INVITE_V1' and status = 'ACTIVE'";

describe("The workflow definition CLIENT_INVITE_V1", () => {
  test("is defined by the system, once, as version 1: a questionnaire that can be skipped", async () => {
    const { rows } = await app.query(`select key, version, status, steps from workflow_definition`);
    const step = { taskKey: "COACH_QUESTIONNAIRE", taskType: "QUESTIONNAIRE", sortOrder: 1 };
    const steps = [{ ...step, skippable: true }];
    expect(rows).toEqual([{ key: "CLIENT_INVITE_V1", version: 1, status: "ACTIVE", steps }]);
  });

  test.each([
    ["its steps", `update workflow_definition set steps = '[]' where ${ACTIVE}`],
    ["its version", `update workflow_definition set version = 7 where ${ACTIVE}`],
    ["back to a draft", `update workflow_definition set status = 'DRAFT' where ${ACTIVE}`],
    ["taken away", `delete from workflow_definition where ${ACTIVE}`],
  ])("is immutable once active, whoever tries: %s", async (_, statement) => {
    const refused = { message: "an active workflow definition is immutable", code: "23001" };
    for (const client of [app, owner]) {
      await expect(client.query(statement)).rejects.toMatchObject(refused);
    }
  });

  test("is the one that is active: a next version comes with its retirement", async () => {
    const next = `insert into workflow_definition (id, key, version, status, steps, created_at)
      values (gen_random_uuid(), 'CLIENT_INVITE_V1', $1, 'ACTIVE', '[]', now())`;
    const unique = { code: "23505" };
    await expect(app.query(next, [2])).rejects.toMatchObject({
      ...unique,
      constraint: "workflow_definition_active_unique",
    });
    await app.query("begin");
    await app.query(`update workflow_definition set status = 'RETIRED' where ${ACTIVE}`);
    await app.query(next, [2]);
    await app.query("rollback");
    await app.query("begin");
    await app.query(`update workflow_definition set status = 'RETIRED' where ${ACTIVE}`);
    await expect(app.query(next, [1])).rejects.toMatchObject({
      ...unique,
      constraint: "workflow_definition_key_version_unique",
    });
    await app.query("rollback");
  });
});

describe("Records of an onboarding:", () => {
  let client: Onboarded;
  beforeAll(async () => {
    client = await buildOnboarded(em);
    await submit(em, client);
  });

  /** A row again, under another id. */
  const again = (table: string, where: string) => `
    insert into ${table}
    select (jsonb_populate_record(row, '{"id": "${randomUUID()}"}')).* from ${table} row
     where ${where}`;

  test("a relationship has one instance of a definition", async () => {
    const twice = again("onboarding_instance", `id = '${client.instanceId}'`);
    await expect(app.query(twice)).rejects.toMatchObject({
      constraint: "onboarding_instance_relationship_definition_unique",
    });
  });

  test("an instance has one task of a key", async () => {
    const twice = again("onboarding_task", `id = '${client.taskId}'`);
    await expect(app.query(twice)).rejects.toMatchObject({
      constraint: "onboarding_task_instance_id_task_key_unique",
    });
  });

  test("a task has one questionnaire that is not cancelled, and that one submission", async () => {
    const { formAssignmentId } = client;
    const second = again("form_assignment", `id = '${formAssignmentId}'`);
    await expect(app.query(second)).rejects.toMatchObject({
      constraint: "form_assignment_source_open_unique",
    });
    const other = again("form_submission", `assignment_id = '${formAssignmentId}'`);
    await expect(app.query(other)).rejects.toMatchObject({
      constraint: "form_submission_assignment_id_key",
    });
  });

  test.each([
    ["answers of a client", "form_submission", "answers = '{}'"],
    ["a line of the audit", "onboarding_audit_event", "actor = 'nobody'"],
  ])("nobody edits %s", async (_, table, change) => {
    const refused = { code: "23001", message: `${table} is append-only` };
    for (const role of [app, owner]) {
      await expect(role.query(`update ${table} set ${change}`)).rejects.toMatchObject(refused);
    }
  });
});
