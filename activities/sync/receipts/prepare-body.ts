import type { Operation } from "../../../contract/sync/schema.ts";
import { REFUSED_PAYLOAD_KEPT } from "../../../contract/sync/support/support-vocabulary.ts";
import { findForbiddenContent } from "../../../rules/sync/find-forbidden-content.ts";
import { yieldRegularly } from "../../yield-regularly.ts";

/**
 * Prepares the stored form of a request (docs/rooms/sync.md#payload-hygiene, docs/rooms/sync.md#retention). It is the
 * raw text, unless that contains forbidden content or much that was not accepted. Otherwise it is the parsed
 * operations:
 * - without payload, if a feature keeps it;
 * - without payload and metadata, with the pointer, if it has forbidden content;
 * - the envelope and the beginning of the rest, if it was not accepted.
 *
 * The text of a payload that is not I-JSON is never stored, because a duplicate key hides unchecked content.
 */
export async function prepareBody(batch: ReceivedBatch): Promise<StorableBody> {
  const { body, operations, deviceId, forbidden } = batch;
  const turn = yieldRegularly();
  const isClean = mayStayAsItCame(batch);
  const written = new Map<number, WrittenOperation>();
  const write = (ordinal: number): WrittenOperation => {
    const operation = operations[ordinal];
    if (operation === undefined)
      throw new RangeError("The batch has no operation with this ordinal");
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

/** A raw request with its parsed content. */
export interface ReceivedBatch {
  readonly deviceId: string;
  readonly body: string;
  /** The parsed `body`; parsed again if absent. */
  readonly bodyValue?: unknown;
  readonly operations: readonly Operation[];
  /** Ordinals whose payload is not I-JSON. */
  readonly faultyOrdinals: ReadonlySet<number>;
  /** For each payload the pointer of forbidden content, or null. */
  readonly forbidden: readonly (string | null)[];
}

/** The storable form of a request. */
export interface StorableBody {
  /** The text to store, once it is known which operations are stored whole. */
  readonly text: (places: KeptOrdinals) => string;
  /** Serialised length of an operation. */
  readonly lengthOf: (ordinal: number) => number;
}

/** How the operations of a request are stored, by ordinal. */
export interface KeptOrdinals {
  /** Stored completely. */
  readonly whole: ReadonlySet<number>;
  /** Stored without their payload, which is kept elsewhere. */
  readonly bare: ReadonlySet<number>;
}

/** A longer request is serialised again, so that unread parts take no space. */
const LARGE = 64 * 1024;

/** The stored form of a single operation with any outcome; `bare` omits its payload. */
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
  // Payloads were scanned before; fields that the parser dropped are only in the raw body.
  const checked = new Set<unknown>(operations.map(({ payload }) => payload));
  return findForbiddenContent(bodyValue, checked) === null;
}

/** An operation in its stored forms: whole, and shortened if it was not accepted. */
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
