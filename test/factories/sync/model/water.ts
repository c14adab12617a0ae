import type { VerdictCode } from "../../../../contract/sync/vocabulary.ts";
import { keyOf, type Meaning, type ModelScope, type Sending } from "./terms.ts";

const DAY_SECONDS = 86_400;

interface WaterChange extends Pick<Sending, "phone" | "scope"> {
  readonly meaning: Exclude<Meaning, { readonly kind: "NOTE" }>;
  readonly now: number;
}

/** Why an operation on the water is refused, or null. */
export function judgeWater(
  { water }: ModelScope,
  change: WaterChange & { readonly expectedRevision: number },
): VerdictCode | null {
  const { meaning, phone, scope, expectedRevision, now } = change;
  if (meaning.kind === "SIP") {
    const own = water.entries.filter(({ key }) => key.startsWith(`${phone}/`));
    const isDuplicate = own.some((entry) => entry.isInForce && entry.minute === meaning.minute);
    if (meaning.amount > 2_000) return "VALUE_OUT_OF_RANGE";
    return isDuplicate ? "VALUE_DUPLICATE_TIMESTAMP" : null;
  }
  const wanted = keyOf({ phone, scope }, { clientOperationId: meaning.undoes });
  const target = water.entries.find(({ key }) => key === wanted);
  if (target === undefined) {
    const foreign = water.by === phone ? water.beforeRun : water.revision;
    if (expectedRevision > water.revision) return "REVISION_AHEAD";
    return expectedRevision < foreign ? "STALE_REVISION" : "UNDO_TARGET_UNKNOWN";
  }
  if (!target.isInForce) return "ALREADY_UNDONE";
  return now - target.acceptedAt >= DAY_SECONDS ? "UNDO_WINDOW_CLOSED" : null;
}

/** Applies an operation to the water. Returns the new revision. */
export function changeWater(
  scope: ModelScope,
  change: WaterChange & { readonly key: string },
): number {
  const { water } = scope;
  const { meaning, phone, key, now } = change;
  if (water.by !== phone) water.beforeRun = water.revision;
  water.by = phone;
  water.revision += 1;
  scope.valueRows += 1;
  if (meaning.kind === "SIP") {
    const { minute, amount } = meaning;
    water.entries.push({ key, minute, amount, acceptedAt: now, isInForce: true });
  } else {
    const wanted = keyOf(change, { clientOperationId: meaning.undoes });
    for (const entry of water.entries) if (entry.key === wanted) entry.isInForce = false;
  }
  return water.revision;
}
