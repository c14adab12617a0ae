import type { TaskSourceType, TaskStatus } from "../../../contract/agenda/vocabulary.ts";
import { isOpen } from "../../../contract/agenda/order-agenda.ts";

/**
 * The effect of a submission, recorded at an instant, on a check-in. A skipped check-in is completed too: the client
 * did it after all. Until its day closes, so is one canceled with its plan, because nothing else asks for that form.
 * On a closed day it counts as late evidence if it was recorded before the close (docs/rooms/agenda.md#check-ins).
 */
export function judgeCheckIn(
  { status, sourceType, dayClosedAt }: Pick<CheckIn, "status" | "sourceType" | "dayClosedAt">,
  recordedAt: Date,
): CheckInVerdict {
  const isCanceledPlan = status === "CANCELED" && sourceType === "PLAN_ASSIGNMENT";
  const isUnanswered = isOpen(status) || status === "SKIPPED";
  if (dayClosedAt === null) return isUnanswered || isCanceledPlan ? "COMPLETED" : "TASK_CLOSED";
  return (isUnanswered || status === "MISSED") && recordedAt < dayClosedAt ? "LATE" : "TASK_CLOSED";
}

/** A check-in that a submission may complete. */
export interface CheckIn {
  readonly taskId: string;
  readonly localDate: string;
  readonly status: TaskStatus;
  readonly sourceType: TaskSourceType;
  /** When its day closed; null while it is open. */
  readonly dayClosedAt: Date | null;
}

/** The effect of a submission on a check-in: completes it, completes it late after its day closed, or none. */
export type CheckInVerdict = "COMPLETED" | "LATE" | "TASK_CLOSED";

/** The check-in that a submission completes, and how; null when there is none. */
export interface MeantCheckIn {
  readonly checkIn: CheckIn;
  readonly verdict: CheckInVerdict;
}

/**
 * Selects the check-in of an assignment that a submission completes. This is the named one, unless another replaced it.
 * Otherwise it is the newest open one, or else the newest one that it completes late. A skipped one is selected only if
 * there is no other.
 */
export function meantCheckIn(
  checkIns: readonly CheckIn[],
  { taskId, recordedAt }: { readonly taskId: string | null; readonly recordedAt: Date },
): MeantCheckIn | null {
  const judged = checkIns
    .toSorted((one, other) => (one.localDate < other.localDate ? 1 : -1))
    .map((checkIn) => ({ checkIn, verdict: judgeCheckIn(checkIn, recordedAt) }));
  const named = judged.find(({ checkIn }) => checkIn.taskId === taskId);
  if (taskId !== null && named === undefined) return null;
  if (named !== undefined && !isTakenBack(named.checkIn)) return named;
  const counted = judged.filter(({ checkIn }) => checkIn.status !== "SKIPPED");
  return newest(counted) ?? newest(judged) ?? named ?? null;
}

function newest(judged: readonly MeantCheckIn[]): MeantCheckIn | undefined {
  const find = (wanted: CheckInVerdict) => judged.find(({ verdict }) => verdict === wanted);
  return find("COMPLETED") ?? find("LATE");
}

const isTakenBack = ({ status }: CheckIn) => status === "CANCELED" || status === "SUPERSEDED";
