import type { InboxRow } from "../../../device/coach/types.ts";
import type { CoachTaskItem } from "../../../device/wire/inbox-types.ts";

/** Sample rows of an inbox: urgent, overdue, refused, waiting and snoozed ones. */
export function shownRows(now: number): readonly InboxRow[] {
  const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
  return [
    row("skipped", {
      taskType: "PLAN_UPDATE",
      severity: "URGENT",
      score: { total: 140, base: 45, severity: 30, due: 20, client: 0, pin: 45 },
      client: client("Lena Vogt", "Europe/Lisbon"),
      dueAt: at(-9),
      unread: true,
      sentence: {
        en: "Lower body A skipped on Wed 25 Nov, and the client asks for help.",
        de: "Unterkörper A am Mi., 25. Nov. ausgelassen, mit der Bitte um Hilfe.",
      },
      actions: ["START", "RESOLVE", "DISMISS", "PIN"],
      lastOccurrenceAt: at(-11),
      createdAt: at(-30),
    }),
    {
      ...row("fell", {
        taskType: "PROGRESS_ALERT",
        severity: "HIGH",
        client: client("Tom Ashworth", "Europe/London"),
        dueAt: at(-24),
        sentence: {
          en: "36 % of what was planned in 7 days, was 80 %.",
          de: "36 % des Geplanten in 7 Tagen, vorher 80 %.",
        },
        actions: ["START", "REVIEW", "RESOLVE", "DISMISS", "PIN"],
        lastOccurrenceAt: at(-2),
        createdAt: at(-50),
      }),
      refused: [
        {
          clientOperationId: "refused",
          operationType: "inbox.resolve",
          recordedAt: now - 7_200_000,
          status: "CONFLICTED",
          code: "STATE_CONFLICT",
          message: "Somebody dealt with this in the meantime.",
          allowedResolutions: ["RESUBMIT", "DISCARD"],
          latestRevision: 3,
          changed: {
            by: "COACH",
            at: at(-1),
            type: "reopened",
            resolutionType: null,
            userId: "other",
            isOwn: false,
            displayName: "Miriam Adler",
          },
          payload: { taskId: "fell", resolutionType: "NOT_RELEVANT", note: "Travelling all week." },
        },
      ],
    },
    row("messages", {
      taskType: "MESSAGE_FOLLOW_UP",
      client: client("Henrike Brandt", "Europe/Berlin"),
      dueAt: at(4),
      sentence: { en: "3 unanswered messages.", de: "3 unbeantwortete Nachrichten." },
      actions: ["START", "RESOLVE", "DISMISS", "SNOOZE", "PIN"],
      lastOccurrenceAt: at(-17),
      createdAt: at(-17),
    }),
    {
      ...row("form", {
        taskType: "FORM_REVIEW",
        client: client("Matthias von der Heyden-Lichtenberg", "Europe/Zurich"),
        sentence: {
          en: "Weekly check-in of Sun 15 and Sun 22 Nov.",
          de: "Wöchentlicher Check-in vom So., 15. und So., 22. Nov.",
        },
        actions: ["START", "REVIEW", "SNOOZE", "PIN"],
        lastOccurrenceAt: at(-40),
        createdAt: at(-200),
      }),
      expected: { status: "RESOLVED", snoozedUntil: null, isPinned: false, sure: true },
      waiting: ["review"],
    },
    row("later", {
      taskType: "PROFILE_REVIEW",
      status: "SNOOZED",
      snoozedUntil: at(20),
      client: client("Katharina Zimmermann-Wolff", "Europe/Vienna"),
      sentence: null,
      mayOpen: false,
      actions: ["UNSNOOZE", "REVIEW", "PIN"],
      lastOccurrenceAt: at(-60),
      createdAt: at(-60),
    }),
  ];
}

const client = (displayName: string, timezone: string): CoachTaskItem["client"] => ({
  relationshipId: "relationship",
  userId: "client",
  displayName,
  status: "ACTIVE",
  timezone,
});

function row(taskId: string, changes: ShownRow): InboxRow {
  const accepted: CoachTaskItem = {
    taskId,
    revision: 2,
    status: "OPEN",
    severity: "NORMAL",
    score: { total: 75, base: 75, severity: 0, due: 0, client: 0, pin: 0 },
    dueAt: null,
    snoozedUntil: null,
    snoozePreset: null,
    undoUntil: null,
    wakeReason: null,
    occurrenceCount: 1,
    unread: false,
    updatedAt: changes.createdAt,
    resolvedAt: null,
    summary: { code: "PROFILE_READY", counts: { occurrences: 1 } },
    coachUserId: "coach",
    assignedCoach: null,
    goalAt: null,
    related: null,
    facts: null,
    why: { code: "PROFILE_READY", sentence: "The profile is complete." },
    closes: { code: "PROFILE_REVIEWED", sentence: "Closes when it is reviewed." },
    mayOpen: true,
    route: null,
    ...changes,
  };
  return {
    taskId,
    scopeId: "scope",
    isListed: true,
    readAt: Date.parse(changes.createdAt),
    accepted,
    expected: null,
    waiting: [],
    refused: [],
    hasDraft: false,
  };
}

type ShownRow = Partial<CoachTaskItem> &
  Pick<
    CoachTaskItem,
    "taskType" | "client" | "sentence" | "actions" | "lastOccurrenceAt" | "createdAt"
  >;
