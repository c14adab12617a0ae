import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { anyText } from "../factories/any-text.ts";
import { canonicalForm } from "../../contract/canonical-form.ts";
import { receiptHashInput } from "../../contract/sync/receipts/receipt-hash-input.ts";

const text = anyText();
const receipt = fc.record(
  {
    previousHash: text,
    receiptId: fc.uuid(),
    clientOperationId: text,
    operationType: text,
    operationVersion: fc.maxSafeInteger(),
    expectedRevision: fc.option(fc.maxSafeInteger()),
    payloadChecksum: text,
    canonicalRecordId: fc.option(fc.uuid()),
    answer: fc.json(),
    decidedAt: text,
  },
  {
    requiredKeys: [
      "previousHash",
      "receiptId",
      "clientOperationId",
      "operationType",
      "operationVersion",
      "expectedRevision",
      "payloadChecksum",
      "answer",
      "decidedAt",
    ],
  },
);

test("the hash of a receipt covers its RFC 8785 form", () => {
  fc.assert(
    fc.property(receipt, (drawn) => expect(receiptHashInput(drawn)).toBe(canonicalForm(drawn))),
    { numRuns: 2_000 },
  );
});
