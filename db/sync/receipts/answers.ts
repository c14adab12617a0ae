import { hash } from "node:crypto";
import * as z from "zod";
import { CLOCK_CONFIDENCES, CLOCK_FLAGS } from "../../../contract/sync/clock-vocabulary.ts";
import { receiptHashInput } from "../../../contract/sync/receipts/receipt-hash-input.ts";
import { FINAL_STATUSES } from "../../../contract/sync/vocabulary.ts";
import { packText, unpackText } from "../pack-text.ts";

/** The answers of a batch: one line for each operation with a verdict, in chain order. */
export interface Answers {
  /** Hash of the receipt before the first of them on the device's chain. */
  readonly previousHash: string;
  readonly lines: readonly AnswerLine[];
}

const lineSchema = z.strictObject({
  /** Position among the operations of the batch; replaced operations come after them. */
  ordinal: z.int(),
  clientOperationId: z.string(),
  type: z.string(),
  version: z.int(),
  expectedRevision: z.int().nullable(),
  payloadChecksum: z.string(),
  status: z.enum(FINAL_STATUSES),
  /** Detailed code; null if accepted. */
  code: z.string().nullable(),
  /** The result as it was sent, JSON text. */
  answer: z.string(),
  revision: z.int().nullable(),
  canonicalId: z.string().nullable(),
  timezone: z.string().nullable(),
  locale: z.string().nullable(),
  /** As the device sent it. */
  clientRecordedAt: z.string(),
  /** When it was recorded as far as the server can tell, RFC 3339. */
  correctedAt: z.string(),
  clockConfidence: z.enum(CLOCK_CONFIDENCES),
  clockFlags: z.array(z.enum(CLOCK_FLAGS)).nullable(),
});

/** The full record of one operation, stored 400 days: its answer, and everything that its hash covers. */
export type AnswerLine = Readonly<z.infer<typeof lineSchema>>;

const headSchema = z.strictObject({ previousHash: z.string() });

/** Answers in the format of `sync_answers`: a text of lines, packed. */
export function packAnswers({ previousHash, lines }: Answers): Buffer {
  return packText([{ previousHash }, ...lines].map((line) => JSON.stringify(line)).join("\n"));
}

/** Unpacks answers; the only way to read `sync_answers`. */
export function unpackAnswers(packed: Uint8Array): Answers {
  const [head = "", ...lines] = unpackText(packed).split("\n");
  return { ...headSchema.parse(JSON.parse(head)), lines: lines.map(parseLine) };
}

/** A single line as JSON text, without other properties. */
export function lineText(line: AnswerLine): string {
  return JSON.stringify(z.object(lineSchema.shape).parse(line));
}

/** Parses a line from its JSON text. */
export function parseLine(line: string): AnswerLine {
  return lineSchema.parse(JSON.parse(line));
}

/** The receipt that a line belongs to. */
export interface LinePlace {
  readonly receiptId: string;
  readonly previousHash: string;
  /** RFC 3339, milliseconds. */
  readonly decidedAt: string;
}

/** The hash of a receipt. No row stores it: it follows from its line and the previous receipt. */
export function lineHash(line: AnswerLine, place: LinePlace): string {
  const hashed = {
    ...place,
    clientOperationId: line.clientOperationId,
    operationType: line.type,
    operationVersion: line.version,
    expectedRevision: line.expectedRevision,
    payloadChecksum: line.payloadChecksum,
    canonicalRecordId: line.canonicalId,
    answer: line.answer,
  };
  return hash("sha256", receiptHashInput(hashed));
}
