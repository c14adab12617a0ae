/** The tabs of a client, in the order of their keys. */
export const CLIENT_TABS = [
  "today",
  "weeks",
  "workouts",
  "log",
  "forms",
  "files",
  "timeline",
  "sync",
] as const;
export type ClientTab = (typeof CLIENT_TABS)[number];

/** The tab of an address; the first one for an unknown name. */
export const clientTab = (name: string): ClientTab =>
  CLIENT_TABS.find((known) => known === name) ?? CLIENT_TABS[0];

/** How many workouts and forms of a client wait for review, by the open tasks of the inbox about them. */
export function toReview(
  tasks: readonly ReviewTask[],
): Readonly<Partial<Record<ClientTab, number>>> {
  const count = (type: string) =>
    tasks
      .filter(({ taskType, status }) => taskType === type && OPEN.has(status))
      .reduce((sum, { occurrenceCount }) => sum + occurrenceCount, 0);
  return { workouts: count("WORKOUT_REVIEW"), forms: count("FORM_REVIEW") };
}

interface ReviewTask {
  readonly taskType: string;
  readonly status: string;
  readonly occurrenceCount: number;
}

/** A snoozed task still waits. */
const OPEN: ReadonlySet<string> = new Set(["OPEN", "IN_PROGRESS", "SNOOZED"]);
