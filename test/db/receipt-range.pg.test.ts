import { afterAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { batchIdAt, batchIdOf, receiptIdAt } from "../../db/platform/new-id.ts";
import { openDatabase } from "../../db/open-database.ts";
import { batchOf, lastReceiptOf } from "../../db/platform/statements/receipt-range.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 1, applicationName: "test" });
afterAll(() => database.close());

test("The database and the process compute the same batch of a receipt and the same receipts of a batch", async () => {
  for (const micros of [1_795_000_000_123_456, 1_795_000_000_123_457, 0]) {
    const batchId = batchIdAt(micros);
    for (const receiptId of [0, 1, 99, 65_534].map((ordinal) => receiptIdAt(batchId, ordinal))) {
      const { rows } = await sql<{ batchId: string; within: boolean }>`
        select ${batchOf("receipt_id")} as "batchId",
          receipt_id > batch_id and receipt_id <= ${lastReceiptOf("batch_id")} as within
        from (select ${receiptId}::uuid as receipt_id, ${batchId}::uuid as batch_id) known
      `.execute(database.em.fork().getKysely());
      expect(rows).toEqual([{ batchId: batchIdOf(receiptId), within: true }]);
    }
  }
});
