import { expect, test } from "@jest/globals";
import { checkLaw } from "../../../device/lanes/verdicts/check-law.ts";
import { openNodeSql } from "../../../device/adapters/node/node-sql.ts";
import { buildRealPhone, onlyScope } from "../../factories/device/real-phone.ts";
import { useApi } from "../../harness/use-api.ts";

const { api, issuer } = await useApi();

test("After a lost answer and a kill, the next read brings the verdict of the server, and its chain of receipts is intact", async () => {
  const phone = await buildRealPhone(api, issuer);
  const before = await phone.open();
  await before.signIn(phone.tokens);
  const scope = await onlyScope(before);
  await scope.refresh();
  phone.network.failBy(({ method, path }) =>
    method === "POST" && path.endsWith("/sync") ? "ANSWER_LOST" : null,
  );
  const { habit } = phone.agenda;
  const payload = { taskId: habit.id };
  const { clientOperationId } = await scope.enqueue({
    operationType: "quick-log.complete-task",
    payload,
  });
  await eventuallyWaits(async () => (await scope.operations())[0]?.waitsFor ?? null);
  await phone.kill();

  phone.network.failBy(({ method }) => (method === "POST" ? "UNREACHABLE" : null));
  const device = await phone.open();
  const again = await onlyScope(device);
  await again.refresh();
  const verdict = await (await again.operation(clientOperationId))?.verdict();
  await again.refresh();
  const { receiptFaults } = await device.state();
  const today = await again.today();
  await device.close();
  const sql = await openNodeSql(phone.file);
  const breach = await checkLaw(sql, again.scopeId);
  await sql.close();

  expect(verdict).toMatchObject({ status: "ACCEPTED", code: null });
  expect(receiptFaults).toBe(0);
  expect(today?.tasks.find(({ taskId }) => taskId === habit.id)).toMatchObject({
    accepted: { status: "COMPLETED" },
    waiting: 0,
  });
  expect(breach).toBeNull();
});

/** Waits until the phone knows that an answer was lost. */
async function eventuallyWaits(read: () => Promise<string | null>): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    if ((await read()) !== null) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
