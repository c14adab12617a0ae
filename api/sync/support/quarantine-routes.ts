import { readQuarantine } from "../../../activities/sync/support/read-quarantine.ts";
import { redriveOperation } from "../../../activities/sync/support/redrive-operation.ts";
import {
  quarantinePageSchema,
  receiptParamsSchema,
  redrivenSchema,
  redriveSchema,
} from "../../../contract/sync/support/support-schema.ts";
import { pageQuerySchema } from "../../../contract/wire.ts";
import type { QuarantinedOperation } from "../../../db/sync/support/quarantine/queries.ts";
import { act, type Endpoint } from "../../endpoint.ts";
import { readIdPage } from "../../id-page.ts";
import { operatorOf } from "./operator-of.ts";

const source = "docs/rooms/sync.md#deferred-operations";
const quarantinePath = "/api/v1/support/quarantine";

const quarantine = act({
  method: "GET",
  path: quarantinePath,
  name: "listQuarantine",
  summary: "Operations that crashed three times and wait for support, oldest first; audited",
  source,
  access: "support",
  permission: "quarantine.read",
  needsReason: true,
  query: pageQuerySchema,
  answer: quarantinePageSchema,
  idempotency: "none",
  handle: async ({ tx, query, ...input }) => {
    const operator = operatorOf(input);
    const list = { deps: input.deps, scope: "quarantine" };
    const { rows, nextCursor } = await readIdPage(list, query, (page) =>
      readQuarantine(tx, { ...page, operator }),
    );
    return { items: rows.map(presentQuarantined), nextCursor };
  },
});

const redrive = act({
  method: "POST",
  path: `${quarantinePath}/{receiptId}/redrive`,
  name: "redriveOperation",
  summary:
    "Re-drive a quarantined operation as a new one; a repeated request returns that one's state",
  source,
  access: "support",
  permission: "quarantine.redrive",
  params: receiptParamsSchema,
  body: redriveSchema,
  answer: redrivenSchema,
  refusals: ["NOT_FOUND", "RELATIONSHIP_INACTIVE", "STATE_CONFLICT"],
  idempotency: "key",
  about: ({ answer: { deviceId } }) => [deviceId],
  handle: ({ tx, params: { receiptId }, body, ...input }) => {
    const { features, log } = input.deps;
    const operator = operatorOf(input, body.reason);
    return redriveOperation(tx, { receiptId, operator, features, log });
  },
});

function presentQuarantined({ id, ...operation }: QuarantinedOperation) {
  return { ...operation, diagnosticsRef: id };
}

/** Support routes for quarantined operations. */
export const quarantineEndpoints: readonly Endpoint[] = [quarantine, redrive];
