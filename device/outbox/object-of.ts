/**
 * The task or draft that an operation refers to; null if it names neither. Operations on the same one are sent in
 * order: a later one waits for an earlier one.
 */
export function objectOf(payload: Readonly<Record<string, unknown>>): string | null {
  const named = OBJECT_FIELDS.map((field) => payload[field]);
  return named.find((id): id is string => typeof id === "string") ?? null;
}

/** A workout names its task too; its session is the draft. The draft of a form is named by its assignment. */
const OBJECT_FIELDS = ["clientSessionId", "taskId", "formAssignmentId"] as const;
