import type { FinalStatus, VerdictCode } from "../../../contract/sync/vocabulary.ts";

/** Counts refusals by status and code, in the order of their newest one. Refusals without a code are not counted. */
export function countRefusedCodes(refusals: readonly CodedRefusal[]): readonly CountedCode[] {
  const codes = new Map<string, CountedCode>();
  for (const { status, code, decidedAt } of refusals) {
    if (status === "ACCEPTED" || code === null) continue;
    const key = `${status} ${code}`;
    const { count = 0, latestAt = decidedAt } = codes.get(key) ?? {};
    codes.set(key, { status, code, count: count + 1, latestAt });
  }
  return [...codes.values()];
}

/** A verdict of a device's operation, newest first. */
export interface CodedRefusal {
  readonly status: FinalStatus;
  readonly code: VerdictCode | null;
  /** RFC 3339. */
  readonly decidedAt: string;
}

/** How often a device was refused something for one reason. */
export interface CountedCode {
  readonly status: Exclude<FinalStatus, "ACCEPTED">;
  readonly code: VerdictCode;
  readonly count: number;
  readonly latestAt: string;
}
