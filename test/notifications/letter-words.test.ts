import { describe, expect, test } from "@jest/globals";
import { SURFACES } from "../../contract/accounts/vocabulary.ts";
import { MESSAGE_LANGUAGES } from "../../contract/sync/messages.ts";
import { accountNotice } from "../../rules/accounts/account-notice.ts";
import { loginNotice } from "../../rules/accounts/login-notice.ts";
import { invitationMessage } from "../../rules/invitations/invitation-message.ts";
import { memberInvitationMessage } from "../../rules/invitations/member-invitation-text.ts";
import { replacedQuestionnaireLetter } from "../../rules/onboarding/replaced-questionnaire-letter.ts";
import { relationshipLetter } from "../../rules/relationships/relationship-letter.ts";
import { HEALTH_WORDS } from "../factories/health-words.ts";

const FACTS = [
  "SignInLinked",
  "SignInUnlinked",
  "AccountExportRequested",
  "AccountDeletionRequested",
  "AccountDeletionCancelled",
  "UserSuspended",
] as const;
const NEWS = [
  "CoachClientRelationshipReassigned",
  "CoachClientRelationshipPaused",
  "CoachClientRelationshipResumed",
  "CoachClientRelationshipEnded",
] as const;
const at = new Date("2027-03-01T00:00:00Z");
const link = "https://example.com/invitation";

/** Every letter but those of notifications, whose words have a test of their own. */
const letters = [
  ...MESSAGE_LANGUAGES.flatMap((locale) => [
    ...FACTS.map((fact) => accountNotice(fact, { locale, goneAt: at })),
    replacedQuestionnaireLetter({ locale, otherName: "Ana" }),
    ...NEWS.flatMap((news) =>
      (["CLIENT", "COACH"] as const).flatMap(
        (as) => relationshipLetter(news, { as, locale, otherName: "Ana" }) ?? [],
      ),
    ),
  ]),
  ...SURFACES.map((surface) => loginNotice({ surface, startedAt: at.toISOString() })),
  invitationMessage({ coachDisplayName: "Ana", workspaceName: "Room", link, expiresAt: at }),
  memberInvitationMessage({ ownerDisplayName: "Ana", workspaceName: "Room", link, expiresAt: at }),
];

describe("the words of a letter", () => {
  test.each(letters)("say nothing of health: $subject", ({ subject, text }) => {
    expect(subject).not.toMatch(HEALTH_WORDS);
    expect(text).not.toMatch(HEALTH_WORDS);
  });
});
