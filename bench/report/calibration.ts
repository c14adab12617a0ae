import { createHash } from "node:crypto";
import { canonicalForm } from "../../contract/canonical-form.ts";
import { median } from "../load.ts";
import { BATCH, operationText } from "../phones/phones.ts";

/**
 * CPU milliseconds of one unit: to parse a batch of fifty operations, and to canonicalise and hash their payloads.
 * Figures in units compare hours, and machines, of different speed.
 */
export function calibrate(): number {
  const body = batchText();
  turnOfUnits(body);
  return median(Array.from({ length: TURNS }, () => turnOfUnits(body)));
}

/** Enough for the compiler to settle, and for the resolution of the CPU meter. */
const UNITS_A_TURN = 300;
const TURNS = 5;

function batchText(): string {
  const operations = Array.from({ length: BATCH }, (_, ordinal) => {
    const taskId = `01976b7e-0000-7000-8000-${String(ordinal).padStart(12, "0")}`;
    return `{"clientOperationId":"${taskId}",${operationText(taskId, ordinal)}`;
  });
  return `[${operations.join(",")}]`;
}

/** Mean CPU milliseconds of a unit. */
function turnOfUnits(body: string): number {
  const before = process.cpuUsage();
  for (let unit = 0; unit < UNITS_A_TURN; unit += 1) oneUnit(body);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / UNITS_A_TURN;
}

function oneUnit(body: string): void {
  const operations: unknown = JSON.parse(body);
  if (!Array.isArray(operations)) throw new TypeError("The batch is no list of operations");
  for (const payload of operations.map(payloadOf))
    createHash("sha256").update(canonicalForm(payload)).digest("hex");
}

/** By hand: a schema would be most of the unit. */
function payloadOf(operation: unknown): unknown {
  const isOperation = typeof operation === "object" && operation !== null;
  return isOperation && "payload" in operation ? operation.payload : null;
}
