import type { CoachTaskType } from "../../contract/inbox/source-vocabulary.ts";
import type { CoachTaskStatus, InboxSort, Severity } from "../../contract/inbox/vocabulary.ts";
import type { components } from "../api/routes.d.ts";
import type { MessageId } from "../texts/i18n.ts";
import type { InboxFilter } from "./filter/inbox-filter.ts";

/** The views of the inbox, in the order of their keys 1 to 8. The address names the view. */
export const VIEWS = [
  { id: "all", name: "inbox.view.all", count: ({ badge }) => badge },
  {
    id: "high",
    name: "inbox.view.high",
    severity: ["URGENT", "HIGH"],
    count: ({ highSeverity }) => highSeverity,
  },
  { id: "workouts", name: "inbox.view.workouts", taskType: ["WORKOUT_REVIEW"] },
  { id: "forms", name: "inbox.view.forms", taskType: ["FORM_REVIEW", "PROFILE_REVIEW"] },
  {
    id: "unanswered",
    name: "inbox.view.unanswered",
    taskType: ["MESSAGE_FOLLOW_UP", "MISSED_CHECK_IN"],
  },
  {
    id: "mine",
    name: "inbox.view.mine",
    isMine: true,
    count: ({ mine }) => mine,
  },
  {
    id: "snoozed",
    name: "inbox.view.snoozed",
    status: ["SNOOZED"],
    count: ({ snoozed }) => snoozed,
  },
  { id: "done", name: "inbox.view.done", status: ["RESOLVED", "DISMISSED"], sort: "NEWEST" },
] as const satisfies readonly InboxView[];

/** A view: what it shows, and how many tasks it has. */
export interface InboxView {
  readonly id: string;
  readonly name: MessageId;
  readonly severity?: readonly Severity[];
  readonly taskType?: readonly CoachTaskType[];
  readonly status?: readonly CoachTaskStatus[];
  readonly sort?: InboxSort;
  /** Only tasks assigned to the caller. */
  readonly isMine?: true;
  /** Its number, if the counts have it; a view by type adds up its types. */
  readonly count?: (counts: InboxCounts) => number | null;
}

/** The counts of the inbox. */
export type InboxCounts = components["schemas"]["InboxViewCounts"];
export type ViewId = (typeof VIEWS)[number]["id"];

/** The view of an id; the first one for an id that does not exist. */
export const viewOf = (id: string): InboxView & { readonly id: ViewId } =>
  VIEWS.find((view) => view.id === id) ?? VIEWS[0];

/** Number of tasks in a view; null if the counts do not have it. */
export function countOf(view: InboxView, counts: InboxCounts | undefined): number | null {
  if (counts === undefined) return null;
  if (view.count !== undefined) return view.count(counts);
  const { taskType } = view;
  if (taskType === undefined) return null;
  const found = counts.byType.filter((entry) => taskType.some((type) => type === entry.taskType));
  return found.reduce((sum, { count }) => sum + count, 0);
}

/** The view as a query of the API; without the saved preferences, so that the view shows what its name says. */
export function viewQuery(view: InboxView, reader: string, filter: InboxFilter = NO_FILTER) {
  const taskType = filter.type ?? view.taskType?.join(",");
  const coachUserId = view.isMine === true ? reader : filter.coach;
  return {
    defaults: "none" as const,
    limit: PAGE_ROWS,
    ...(view.severity && { severity: view.severity.join(",") }),
    ...(taskType !== undefined && { taskType }),
    ...(view.status && { status: view.status.join(",") }),
    ...(view.sort && { sort: view.sort }),
    ...(coachUserId !== null && { coachUserId }),
  };
}

const NO_FILTER: InboxFilter = { type: null, coach: null };

/** Rows of one page. */
export const PAGE_ROWS = 100;
