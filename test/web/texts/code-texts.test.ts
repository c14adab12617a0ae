import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { ADHERENCE_BUCKETS } from "../../../contract/agenda/adherence/vocabulary.ts";
import { PHONE_PLATFORMS } from "../../../contract/accounts/session-vocabulary.ts";
import { SURFACES, USER_ROLES } from "../../../contract/accounts/vocabulary.ts";
import { TASK_DEFINITIONS } from "../../../contract/agenda/kinds/task-definitions.ts";
import { TASK_EXPLANATION_CODES } from "../../../contract/agenda/explanation-vocabulary.ts";
import { QUICK_LOG_ACTIONS } from "../../../contract/agenda/task-actions.ts";
import { IMPORT_SOURCE_TYPES } from "../../../contract/agenda/value-vocabulary.ts";
import { TASK_STATUSES } from "../../../contract/agenda/vocabulary.ts";
import {
  ANSWER_FAULTS,
  CONTENT_FAULTS,
  FORM_ASSIGNMENT_STATUSES,
  FORM_SOURCES,
  FORM_STATUSES,
} from "../../../contract/forms/vocabulary.ts";
import { COACH_TASK_TYPES, SUMMARY_CODES } from "../../../contract/inbox/source-vocabulary.ts";
import {
  COACH_TASK_EVENT_TYPES,
  COACH_TASK_STATUSES,
  DISMISS_REASONS,
  REOPEN_REASONS,
  RESOLUTION_TYPES,
  SEVERITIES,
} from "../../../contract/inbox/vocabulary.ts";
import { CSV_FAULTS, CSV_OUTCOMES } from "../../../contract/invitations/vocabulary.ts";
import { MEDIA_KINDS, UPLOAD_PURPOSES } from "../../../contract/media/vocabulary.ts";
import { COACH_NOTIFICATIONS } from "../../../contract/notifications/coach-notifications.ts";
import { ONBOARDING_TASK_TYPES } from "../../../contract/onboarding/vocabulary.ts";
import { PLAN_DEFINITIONS } from "../../../contract/plans/plan-definitions.ts";
import {
  RECORD_FLAGS,
  SKIP_REASONS,
  VALUE_SOURCE_TYPES,
} from "../../../contract/quick-log/vocabulary.ts";
import { RELATIONSHIP_STATUSES } from "../../../contract/relationships/vocabulary.ts";
import { PERFORMED_FROM } from "../../../contract/sync/vocabulary.ts";
import {
  EXERCISE_PARTS,
  WORKOUT_ISSUE_KINDS,
} from "../../../contract/workouts/issue-vocabulary.ts";
import { SESSION_STATUSES } from "../../../contract/workouts/session-vocabulary.ts";
import { SYNC_MESSAGE_HINTS } from "../../../contract/workouts/sync-health-vocabulary.ts";
import { MEMBERSHIP_ROLES, WORKSPACE_STATUSES } from "../../../contract/workspaces/vocabulary.ts";
import { messages as german } from "../../../web/texts/de/index.ts";
import { messages as english } from "../../../web/texts/en/index.ts";

/** Codes of the contract, by the beginning of the names of their texts. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  "client.action.": Object.keys(QUICK_LOG_ACTIONS),
  "client.flag.": RECORD_FLAGS,
  "client.form.": FORM_ASSIGNMENT_STATUSES,
  "client.formFrom.": FORM_SOURCES,
  "client.kind.": Object.keys(TASK_DEFINITIONS),
  // A submitted workout shows its review.
  "client.session.": [
    ...without(SESSION_STATUSES, "SUBMITTED"),
    "TO_REVIEW",
    "REVIEWED",
    "CHANGED",
  ],
  "client.skip.": SKIP_REASONS,
  "client.source.": [...VALUE_SOURCE_TYPES, ...IMPORT_SOURCE_TYPES],
  "client.state.": TASK_STATUSES,
  "client.why.": TASK_EXPLANATION_CODES,
  // A workout of the present plan needs no remark.
  "clientWorkouts.from.": without(PERFORMED_FROM, "CURRENT"),
  "clients.bucket.": ADHERENCE_BUCKETS,
  "clients.quiet.": ["PAUSED", "ENDED"],
  "clients.severity.": SEVERITIES,
  "clients.status.": RELATIONSHIP_STATUSES,
  "clients.task.": COACH_TASK_TYPES,
  "files.kind.": MEDIA_KINDS,
  "files.purpose.": Object.keys(UPLOAD_PURPOSES),
  // The preview of a form offers each option once, and only shown questions.
  "forms.answerFault.": without(ANSWER_FAULTS, "duplicate_option", "unknown_question", "not_shown"),
  "forms.fault.": CONTENT_FAULTS,
  "forms.status.": FORM_STATUSES,
  "frame.workspaceRole.": MEMBERSHIP_ROLES,
  "frame.workspaceStatus.": without(WORKSPACE_STATUSES, "ACTIVE"),
  "inbox.away.": COACH_TASK_STATUSES,
  "inbox.dismissal.": DISMISS_REASONS,
  "inbox.event.": COACH_TASK_EVENT_TYPES,
  "inbox.resolution.": RESOLUTION_TYPES,
  "inbox.severity.": SEVERITIES,
  "inbox.type.": COACH_TASK_TYPES,
  "inbox.wake.": REOPEN_REASONS,
  "inbox.why.": SUMMARY_CODES,
  // A workspace gets its owner by hand-over, never by invitation.
  "join.role.": without(MEMBERSHIP_ROLES, "OWNER"),
  "onboarding.fault.": CSV_FAULTS,
  "onboarding.outcome.": CSV_OUTCOMES,
  "plans.kind.": Object.keys(PLAN_DEFINITIONS),
  "settings.app.": SURFACES,
  "settings.category.": Object.keys(COACH_NOTIFICATIONS),
  "settings.role.": MEMBERSHIP_ROLES,
  "settings.system.": PHONE_PLATFORMS,
  "support.role.": USER_ROLES,
  "support.taskType.": ONBOARDING_TASK_TYPES,
  "sync.change.": ["ADDED", "REMOVED", "CHANGED"],
  "sync.hint.": SYNC_MESSAGE_HINTS,
  "sync.kind.": WORKOUT_ISSUE_KINDS,
  "sync.part.": EXERCISE_PARTS,
  "timeline.dismissal.": DISMISS_REASONS,
  "timeline.resolution.": RESOLUTION_TYPES,
  "timeline.summary.": SUMMARY_CODES,
};

/** Beginnings whose texts are chosen from several lists, or from one that only the console has. */
const OTHERS: readonly string[] = [
  "clients.bucket.",
  "inbox.closes.",
  "inbox.refusal.",
  "onboarding.notice.",
  "plans.problem.",
  "plans.refusal.",
  "problem.",
  "settings.letter.",
  "settings.refused.",
  "settings.whyOf.",
  "support.conflict.",
  "support.refusal.",
  "support.setupWarning.",
  "support.status.",
];

function without<Code extends string>(codes: readonly Code[], ...left: readonly Code[]) {
  return codes.filter((code) => !left.includes(code));
}

test.each(Object.entries(CODES))(
  "each code of the contract that the console shows as %s has a text in English and in German",
  (prefix, codes) => {
    for (const texts of [english, german]) {
      const missing = codes.filter((code) => !Object.hasOwn(texts, `${prefix}${code}`));
      expect(missing).toEqual([]);
    }
  },
);

test("Every beginning of a text with a fallback for unknown codes is compared with a list of codes", () => {
  const web = fileURLToPath(new URL("../../../web/", import.meta.url));
  const sources = globSync("**/*.{ts,tsx}", { cwd: web }).map((file) =>
    readFileSync(`${web}${file}`, "utf8"),
  );
  const shown = sources.flatMap((text) =>
    [...text.matchAll(/\bknown\(\s*"([\w.]+\.)"/g)].map(([, prefix = ""]) => prefix),
  );
  const compared = new Set([...Object.keys(CODES), ...OTHERS]);
  expect(shown.length).toBeGreaterThan(40);
  expect(shown.filter((prefix) => !compared.has(prefix))).toEqual([]);
});
