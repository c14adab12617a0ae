import type { InboxAct } from "../../../device/coach/act-types.ts";
import type { ReviewDraft } from "../../../device/coach/draft-types.ts";
import type { Inbox, InboxRow, InboxTask, InboxView } from "../../../device/coach/types.ts";
import { shownRows } from "./shown-inbox.ts";

/** An inbox in memory, for viewing the coach's screens: its acts wait for ever. */
export function memoryInbox(now: number, { changed }: { readonly changed: () => void }): Inbox {
  let rows: readonly InboxRow[] = shownRows(now);
  const drafts = new Map<string, ReviewDraft>();
  const taskOf = (taskId: string): InboxTask | null => {
    const row = rows.find((one) => one.taskId === taskId);
    return row === undefined ? null : { ...row, detail: detailOf(row) };
  };
  return {
    workspaces: async () => [{ workspaceId: "workspace", name: "Adler Coaching" }],
    clients: async () => [],
    list: async () => viewOf(rows, now),
    task: async ({ taskId }) => taskOf(taskId),
    refresh: async () => "READ",
    refreshTask: async () => "READ",
    preview: async ({ act, taskId }) =>
      act === "DISMISS" && taskId === "fell"
        ? { kind: "REFUSED", code: "RESOLUTION_NOT_ALLOWED" }
        : { kind: "LIKELY" },
    async act(act) {
      rows = rows.map((row) => (row.taskId === act.taskId ? withAct(row, act) : row));
      drafts.delete(act.taskId);
      changed();
      return { clientOperationId: act.callId ?? "act", scopeId: "scope" };
    },
    day: async () => null,
    refreshDay: async () => "READ",
    reviewDay: async () => ({ clientOperationId: "day", scopeId: "scope" }),
    draft: async ({ taskId }) => drafts.get(taskId) ?? null,
    async saveDraft(draft) {
      drafts.set(draft.taskId, { ...draft, scopeId: "scope", seenRevision: 1, savedAt: now });
      rows = rows.map((row) => (row.taskId === draft.taskId ? { ...row, hasDraft: true } : row));
      changed();
      return "SAVED";
    },
    discardDraft: async () => "DISCARDED",
  };
}

function viewOf(rows: readonly InboxRow[], now: number): InboxView {
  const open = rows.filter(({ accepted }) => accepted.status !== "SNOOZED").length;
  const closed = rows.filter(
    ({ expected, accepted }) => expected !== null && expected.status !== accepted.status,
  ).length;
  return {
    workspaceId: "workspace",
    readAt: now - 4 * 60_000,
    counts: {
      open,
      inProgress: 0,
      overdue: 2,
      dueToday: 1,
      highSeverity: 2,
      snoozed: 1,
      badge: open,
      byType: [],
      unread: 1,
    },
    badge: { accepted: open, expected: open - closed },
    rows,
    isComplete: true,
  };
}

const STATUSES: Readonly<Record<string, string>> = {
  START: "IN_PROGRESS",
  RESOLVE: "RESOLVED",
  REVIEW: "RESOLVED",
  DISMISS: "DISMISSED",
  SNOOZE: "SNOOZED",
  UNSNOOZE: "OPEN",
  UNDO: "OPEN",
};

function withAct(row: InboxRow, { act }: InboxAct): InboxRow {
  const status = STATUSES[act] ?? row.expected?.status ?? row.accepted.status;
  const isPinned = act === "PIN" || (act !== "UNPIN" && row.accepted.score.pin > 0);
  return {
    ...row,
    expected: { status, snoozedUntil: null, isPinned, sure: true },
    waiting: [...row.waiting, "act"],
    hasDraft: false,
  };
}

function detailOf({ accepted }: InboxRow): InboxTask["detail"] {
  const step = {
    actor: { kind: "SYSTEM", userId: null },
    resolutionType: null,
    reopenReason: null,
  };
  return {
    ...accepted,
    facts: null,
    source: { context: "PROFILE", type: "PROFILE", id: null },
    timeline: [
      { ...step, type: "created", at: accepted.createdAt },
      { ...step, type: "refreshed", at: accepted.lastOccurrenceAt },
    ],
    resolutionType: null,
    dismissReason: null,
    note: null,
    occurrences: [],
    nudge: null,
    previousTaskId: null,
    duplicateOf: null,
  };
}
