import type { Operation } from "../../../contract/sync/schema.ts";
import { REFUSED_PAYLOAD_KEPT } from "../../../contract/sync/support/support-vocabulary.ts";
import { findForbiddenContent } from "../../../rules/sync/find-forbidden-content.ts";
import { yieldRegularly } from "../../yield-regularly.ts";

/** A request as it came, and what was read of it. */
export interface ReceivedBatch {
  readonly deviceId: string;
  readonly body: string;
  /** What `body` was read as; it is read again where this is not given. */
  readonly bodyValue?: unknown;
  readonly operations: readonly Operation[];
  /** Ordinals whose payload is not I-JSON. */
  readonly faultyOrdinals: ReadonlySet<number>;
  /** Of each payload the pointer of what must not be stored, or null. */
  readonly forbidden: readonly (string | null)[];
}

/** A request on its way into its row. */
export interface StorableBody {
  /** What is kept of it, once it is known which operations are kept whole. */
  readonly text: (places: KeptPlaces) => string;
  /** How long the operation at a place is, written down. */
  readonly lengthOf: (ordinal: number) => number;
}

/** How the operations of a request are kept, by their places. */
export interface KeptPlaces {
  /** With all that they hold. */
  readonly whole: ReadonlySet<number>;
  /** Without their payload, which is kept elsewhere. */
  readonly bare: ReadonlySet<number>;
}

/** Beyond this a request is written anew: what nobody read of it takes no room. */
const LARGE = 64 * 1024;

/**
 * What is kept of a request (docs/rooms/sync.md#payload-hygiene, docs/rooms/sync.md#retention): the text as it
 * came, unless it holds anywhere what must not be stored, or much that was not accepted. Then the operations as
 * they were read: those whose payload a feature keeps without it, those that hold it without payload and metadata but with the pointer of the place, those that
 * were not accepted with their envelope and the beginning of the rest. The text of a payload that is not I-JSON
 * is never kept: a duplicate key hides what nobody looked at.
 */
export async function prepareBody(batch: ReceivedBatch): Promise<StorableBody> {
  const { body, operations, deviceId, forbidden } = batch;
  const turn = yieldRegularly();
  const isClean = mayStayAsItCame(batch);
  const written = new Map<number, WrittenOperation>();
  const write = (ordinal: number): WrittenOperation => {
    const operation = operations[ordinal];
    if (operation === undefined) throw new RangeError("A batch has no such place");
    const known = written.get(ordinal) ?? writeOperation(operation, forbidden[ordinal] ?? null);
    written.set(ordinal, known);
    return known;
  };
  if (!isClean || body.length > LARGE) {
    for (const ordinal of operations.keys()) {
      write(ordinal);
      await turn();
    }
  }
  return {
    lengthOf: (ordinal) => write(ordinal).whole.length,
    text({ whole, bare }) {
      const mayStay = isClean && bare.size === 0;
      const isAccepted = whole.size === operations.length && body.length <= LARGE;
      if (mayStay && (isAccepted || body.length <= REFUSED_PAYLOAD_KEPT)) return body;
      const texts = Array.from(operations, (operation, ordinal) => {
        if (bare.has(ordinal)) return writeBare(operation);
        return whole.has(ordinal) ? write(ordinal).whole : write(ordinal).cut;
      });
      const anew = `{"deviceId":${JSON.stringify(deviceId)},"operations":[${texts.join(",")}]}`;
      return mayStay && anew.length + REFUSED_PAYLOAD_KEPT > body.length ? body : anew;
    },
  };
}

/** What is kept of one operation by itself, whatever became of it; `bare` without its payload. */
export function storedAlone(
  deviceId: string,
  operation: Operation,
  { bare }: { readonly bare: boolean },
): string {
  const forbiddenAt = findForbiddenContent(operation.payload);
  const text = bare ? writeBare(operation) : writeOperation(operation, forbiddenAt).whole;
  return `{"deviceId":${JSON.stringify(deviceId)},"operations":[${text}]}`;
}

function mayStayAsItCame({
  body,
  bodyValue = JSON.parse(body),
  operations,
  faultyOrdinals,
  forbidden,
}: ReceivedBatch): boolean {
  if (faultyOrdinals.size > 0 || forbidden.some((pointer) => pointer !== null)) return false;
  // Of the payloads it is known; of what the reader dropped, only what was sent tells.
  const looked = new Set<unknown>(operations.map(({ payload }) => payload));
  return findForbiddenContent(bodyValue, looked) === null;
}

/** An operation as it is kept: whole, and where it was not accepted. */
interface WrittenOperation {
  readonly whole: string;
  readonly cut: string;
}

/** The envelope of an operation whose payload is kept elsewhere. */
function writeBare({ payload: _kept, metadata: _left, ...envelope }: Operation): string {
  return JSON.stringify({ ...envelope, payload: null, withheld: "/payload" });
}

function writeOperation(operation: Operation, forbiddenAt: string | null): WrittenOperation {
  const { payload, metadata, ...envelope } = operation;
  const withheld =
    forbiddenAt === null ? findForbiddenContent({ metadata }) : `/payload${forbiddenAt}`;
  if (withheld !== null) {
    const text = JSON.stringify({ ...envelope, payload: null, withheld });
    return { whole: text, cut: text };
  }
  const rest = JSON.stringify({ payload, metadata });
  const whole = `${JSON.stringify(envelope).slice(0, -1)},${rest.slice(1)}`;
  if (rest.length <= REFUSED_PAYLOAD_KEPT) return { whole, cut: whole };
  const beginning = rest.slice(0, REFUSED_PAYLOAD_KEPT).toWellFormed();
  const cut = { length: rest.length, beginning };
  return { whole, cut: JSON.stringify({ ...envelope, payload: null, cut }) };
}
