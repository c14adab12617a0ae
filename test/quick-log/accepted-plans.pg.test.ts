import { expect, test } from "@jest/globals";
import { listAcceptedDays, listAcceptedOperations } from "../../db/quick-log/settlement.ts";
import { newId } from "../../db/platform/new-id.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { explainGeneric, nodesOf } from "../factories/db/explain.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";
import { useClient } from "../harness/use-client.ts";

const { em, superuserUrl } = await useOrm(await useOwnDatabase(), { poolSize: 1 });
const superuser = await useClient(superuserUrl);

test.each([
  ["settlement", () => transact(em, (tx) => listAcceptedDays(tx, [newId()]))],
  ["the feed", () => listAcceptedOperations(em.fork(), [newId()])],
] as const)(
  "the effects of batches are found by the ids of their receipts for %s, even before PostgreSQL has statistics of the table",
  async (_whom, read) => {
    const { sent } = await recordStatements<unknown>(read);
    const [statement] = sent.filter(({ text }) => text.includes("quick_log_operation"));
    if (statement === undefined) throw new Error("Nothing was sent");
    const scans = nodesOf(await explainGeneric(superuser, statement)).filter(
      (node) => node["Relation Name"] === "quick_log_operation",
    );
    expect(scans.map((node) => node["Index Name"])).toEqual(["quick_log_operation_pkey"]);
  },
);

test("the measurements of batches' days are found by their kind", async () => {
  const { sent } = await recordStatements(() => listAcceptedOperations(em.fork(), [newId()]));
  const [statement] = sent.filter(({ text }) => text.includes("agenda_task"));
  if (statement === undefined) throw new Error("Nothing was sent");
  const scans = nodesOf(await explainGeneric(superuser, statement)).filter(
    (node) => node["Relation Name"] === "agenda_task",
  );
  expect(scans.map((node) => node["Index Name"])).toEqual(["agenda_task_source_unique"]);
});
