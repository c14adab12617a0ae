import type { Operation } from "../../../contract/sync/schema.ts";
import { findForbiddenContent } from "../../../rules/sync/find-forbidden-content.ts";

/** A request as it came, and what was read of it. */
export interface ReceivedBatch {
  readonly deviceId: string;
  readonly body: string;
  readonly operations: readonly Operation[];
  /** Ordinals whose payload is not I-JSON. */
  readonly faultyOrdinals: ReadonlySet<number>;
}

/**
 * What is kept of a request (docs/rules.md#sync-payload-hygiene): the text as it came, unless it holds
 * anywhere what must not be stored. Then the operations as they were read, those that hold it without
 * payload and metadata but with the pointer of the place. The text of a payload that is not I-JSON is
 * never kept: a duplicate key hides what nobody looked at.
 */
export function storedBody({ deviceId, body, operations, faultyOrdinals }: ReceivedBatch): string {
  if (faultyOrdinals.size === 0 && findForbiddenContent(JSON.parse(body)) === null) return body;
  return JSON.stringify({ deviceId, operations: operations.map(withoutForbidden) });
}

function withoutForbidden(operation: Operation): object {
  const { payload, metadata, ...envelope } = operation;
  const withheld = findForbiddenContent({ payload, metadata });
  return withheld === null ? operation : { ...envelope, payload: null, withheld };
}
