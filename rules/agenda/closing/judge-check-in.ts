import type { TaskSourceType, TaskStatus } from "../../../contract/agenda/vocabulary.ts";
import { isOpen } from "../../../contract/agenda/order.ts";

/** A check-in that a submission may complete. */
export interface CheckIn {
  readonly taskId: string;
  readonly localDate: string;
  readonly status: TaskStatus;
  readonly sourceType: TaskSourceType;
  /** When its day closed; null while it is open. */
  readonly dayClosedAt: Date | null;
}

/** What a submission does to a check-in: completes it, wins it back after its day closed, or nothing any more. */
export type CheckInVerdict = "COMPLETED" | "LATE" | "TASK_CLOSED";

/**
 * What a submission that was recorded at an instant does to a check-in. One that was skipped is completed too: the
 * client did after all what was asked. Until its day closes it also completes one that was canceled with its plan:
 * nothing else asks for that form. On a closed day it is evidence that came late, if it was recorded before the close
 * (docs/rooms/agenda.md#check-ins).
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

/** The check-in that a submission completes, and how; null when there is none. */
export interface MeantCheckIn {
  readonly checkIn: CheckIn;
  readonly verdict: CheckInVerdict;
}

/**
 * Which of the check-ins of its assignment a submission completes: the one it names unless another came in its place,
 * else the newest that is open, else the newest that it wins back; one that was skipped only where there is no other.
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
  const asked = judged.filter(({ checkIn }) => checkIn.status !== "SKIPPED");
  return newest(asked) ?? newest(judged) ?? named ?? null;
}

function newest(judged: readonly MeantCheckIn[]): MeantCheckIn | undefined {
  const find = (wanted: CheckInVerdict) => judged.find(({ verdict }) => verdict === wanted);
  return find("COMPLETED") ?? find("LATE");
}

const isTakenBack = ({ status }: CheckIn) => status === "CANCELED" || status === "SUPERSEDED";
