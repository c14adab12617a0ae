import type { CoachTaskDetail, CoachTaskItem, InboxSummary } from "../../contract/inbox/schema.ts";
import type { Sentence } from "../../contract/inbox/sentences.ts";
import {
  DELETED_SOURCE,
  type FactsOf,
  type SourceKind,
  SOURCES,
} from "../../contract/inbox/source-vocabulary.ts";
import type { InboxItemRow } from "../../db/inbox/queries.ts";
import type { InboxCounts } from "../../db/inbox/counts/queries.ts";
import type { TaskDetailRow } from "../../db/inbox/details/queries.ts";
import { offeredActs } from "../../rules/inbox/judge-act.ts";
import { mayOpen } from "../../rules/inbox/may-open.ts";
import { submissionSource } from "../../rules/inbox/sources/form-cases.ts";
import { joinObjects } from "../text-answer.ts";

/** An item of the inbox as JSON for a member: text built by the database is inserted unchanged. */
export function presentItem(row: InboxItemRow, reader: ItemReader): string {
  return joinObjects(row.text, JSON.stringify(forReader(row, reader)));
}

/** The parts of a member on which an item depends. */
export interface ItemReader {
  readonly userId: string;
  readonly permissions: readonly string[];
  /** The instant that they marked as read; null for none. */
  readonly readThrough: Date | null;
}

/** The part of an item that depends on its reader. */
type ForReader = Pick<
  CoachTaskItem,
  "unread" | "facts" | "sentence" | "why" | "closes" | "mayOpen" | "route" | "actions" | "undoUntil"
>;

/** A task with its history as JSON for a member. */
export function presentDetail(row: TaskDetailRow, reader: ItemReader): string {
  const opens = mayOpen(row.sourceContext, reader.permissions);
  const source: Pick<CoachTaskDetail, "source" | "occurrences"> = {
    source: { context: row.sourceContext, type: typeOf(row), id: opens ? row.sourceId : null },
    occurrences: row.occurrences.map((one) => presentOccurrence(row, one, opens)),
  };
  return joinObjects(joinObjects(presentItem(row, reader), row.more), JSON.stringify(source));
}

/** Only a submitted form is opened by itself; other occurrences are opened with the task. */
function presentOccurrence(
  { sourceKind, relationshipId, route }: TaskDetailRow,
  { key, localDate, acceptedAt, reviewedAt }: TaskDetailRow["occurrences"][number],
  opens: boolean,
): CoachTaskDetail["occurrences"][number] {
  const moment = { acceptedAt, localDate, reviewedAt };
  if (!opens) return { ...moment, submissionId: null, route: null };
  if (sourceKind !== "FORM") return { ...moment, submissionId: null, route };
  const { sourceId, route: own } = submissionSource(relationshipId, key);
  return { ...moment, submissionId: sourceId, route: own };
}

function typeOf({ sourceKind }: InboxItemRow): string {
  return sourceKind;
}

function forReader(row: InboxItemRow, reader: ItemReader): ForReader {
  const { userId, permissions, readThrough } = reader;
  const { summaryCode, sourceKind, status, severity, clientStatus } = row;
  const undoUntil = row.closedByUserId === userId ? row.undoUntil : null;
  const opens = mayOpen(row.sourceContext, permissions);
  const why = SENTENCES.get(summaryCode) ?? DELETED_SOURCE.SOURCE_DELETED;
  const facts = opens ? row.facts : null;
  const isUndoable = undoUntil !== null;
  const task = { status, severity, clientStatus, sourceKind, mayOpen: opens, isUndoable };
  const actions = offeredActs(task);
  return {
    unread: readThrough === null || row.newsAt > readThrough,
    facts,
    sentence: facts && sentenceOf<SourceKind>(facts.kind, facts),
    why: { code: summaryCode, sentence: why },
    closes: SOURCES[sourceKind].closes,
    mayOpen: opens,
    route: opens ? row.route : null,
    actions: [...actions],
    undoUntil: actions.includes("UNDO") ? undoUntil : null,
  };
}

/** The facts about a task as a sentence in each language. */
export function sentenceOf<Kind extends SourceKind>(kind: Kind, facts: FactsOf<Kind>) {
  const { en, de } = OF_SOURCE[kind].sentence;
  return { en: en(facts), de: de(facts) };
}

const OF_SOURCE: {
  readonly [Kind in SourceKind]: { readonly sentence: Sentence<FactsOf<Kind>> };
} = SOURCES;

/** The reason that a coach reads for each code. */
const SENTENCES: ReadonlyMap<string, string> = new Map(
  Object.values(SOURCES).flatMap(({ why }) => Object.entries(why)),
);

/** The counts of all types together. */
export function presentSummary(counts: readonly InboxCounts[]): InboxSummary {
  const sum = (part: Exclude<keyof InboxCounts, "taskType">) =>
    counts.reduce((total, one) => total + one[part], 0);
  const byType = counts.map(({ taskType, open, inProgress }) => ({
    taskType,
    count: open + inProgress,
  }));
  return {
    open: sum("open"),
    inProgress: sum("inProgress"),
    overdue: sum("overdue"),
    dueToday: sum("dueToday"),
    highSeverity: sum("highSeverity"),
    snoozed: sum("snoozed"),
    badge: sum("open") + sum("inProgress"),
    byType: byType.filter(({ count }) => count > 0),
  };
}
