import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MESSAGE_LANGUAGES, type MessageLanguage } from "../contract/language-of.ts";
import { accountNotice } from "../rules/accounts/account-notice.ts";
import type { EmailContent } from "../rules/accounts/email-content.ts";
import { loginNotice } from "../rules/accounts/login-notice.ts";
import { invitationLink } from "../rules/invitations/invitation-link.ts";
import { invitationMessage, invitationReminder } from "../rules/invitations/invitation-message.ts";
import {
  memberInvitationLink,
  memberInvitationMessage,
} from "../rules/invitations/member-invitation-message.ts";
import { notificationEmail } from "../rules/notifications/notification-text.ts";
import { departureEmail } from "../rules/relationships/departure-email.ts";
import { relationshipEmail } from "../rules/relationships/relationship-email.ts";
import { workspaceEmail } from "../rules/workspaces/workspace-email.ts";
import { showHelp } from "../workers/operator/show-help.ts";

showHelp("Writes example e-mails in each language as HTML and as text: npm run emails [folder]");
const folder = process.argv[2] ?? "emails";
mkdirSync(folder, { recursive: true });
for (const language of MESSAGE_LANGUAGES)
  for (const [name, email] of Object.entries(examples(language))) {
    const file = join(folder, `${name}-${language}`);
    writeFileSync(`${file}.html`, email.html);
    writeFileSync(`${file}.txt`, `${email.subject}\n\n${email.text}\n`);
  }
process.stdout.write(`${folder}\n`);

/** Invitations, e-mails about the account, about coaching and workspaces, and notifications. */
function examples(language: MessageLanguage): Readonly<Record<string, EmailContent>> {
  const publicUrl = "https://sideline.example.com";
  const timezone = "Europe/Berlin";
  const at = new Date("2027-03-04T08:30:00Z");
  const reader = { name: "Ana Weber", locale: language, timezone, publicUrl };
  const place = { workspaceName: "Strength Room", language, timezone, expiresAt: at };
  const workspace = {
    workspaceId: "0199f3a2-5c1e-7b40-9d2a-3f6c8e0b1a47",
    workspaceName: "Strength Room",
  };
  const news = { as: "CLIENT", otherName: "Ben Albrecht", ...workspace } as const;
  const token = "s3eR0m1pW5Q-example-of-a-token-9xVbT2uKc7Ayd";
  const notified = {
    ...reader,
    waitingCount: 0,
    coachName: "Cora Lindner",
    clientName: "Ana Weber",
    ...workspace,
    invitations: [],
  };
  const toCoach = { ...notified, name: "Cora Lindner" };
  const invited = { inviteeName: null, contact: "ben.albrecht@example.com", expiresAt: at };
  return {
    invitation: invitationMessage({
      ...place,
      coachDisplayName: "Cora Lindner",
      link: invitationLink(publicUrl, token),
    }),
    "invitation-reminder": invitationReminder({
      ...place,
      coachDisplayName: "Cora Lindner",
      link: invitationLink(publicUrl, token),
    }),
    "team-invitation": memberInvitationMessage({
      ...place,
      ownerDisplayName: "Cora Lindner",
      link: memberInvitationLink(publicUrl, token),
    }),
    deletion: accountNotice("AccountDeletionRequested", { ...reader, goneAt: at }),
    "sign-in": loginNotice({ ...reader, surface: "WEB", startedAt: at }),
    "new-coach": must(
      relationshipEmail("CoachClientRelationshipReassigned", { ...reader, ...news }),
    ),
    leaving: departureEmail({
      ...reader,
      as: "COACH",
      name: "Cora Lindner",
      otherName: "Ana Weber",
      ...workspace,
      goneAt: at,
    }),
    "new-owner": workspaceEmail("NEW_OWNER", { ...reader, ...news }),
    "former-owner": workspaceEmail("FORMER_OWNER", { ...reader, ...news }),
    reminder: notificationEmail("ONBOARDING_REMINDER", notified),
    nudge: notificationEmail("CHECK_IN_NUDGE", notified),
    joined: notificationEmail("CLIENT_STARTED_ONBOARDING", toCoach),
    digest: notificationEmail("INBOX_DIGEST", { ...toCoach, waitingCount: 3 }),
    "expiring-invitations": notificationEmail("INVITATION_NEEDS_ATTENTION", {
      ...toCoach,
      invitations: [
        { ...invited, trouble: "BOUNCED" },
        { ...invited, trouble: "EXPIRING", inviteeName: "Ana Weber", contact: "ana@example.com" },
        { ...invited, trouble: "EXPIRED", contact: "+49 151 2345678" },
      ],
    }),
    "expiring-invitation": notificationEmail("INVITATION_NEEDS_ATTENTION", {
      ...toCoach,
      invitations: [{ ...invited, trouble: "EXPIRING", inviteeName: "Ana Weber" }],
    }),
  };
}

function must(email: EmailContent | null): EmailContent {
  if (email === null) throw new Error("There is no such e-mail");
  return email;
}
