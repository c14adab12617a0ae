import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MESSAGE_LANGUAGES, type MessageLanguage } from "../contract/language-of.ts";
import { accountNotice } from "../rules/accounts/account-notice.ts";
import type { EmailContent } from "../rules/accounts/email-content.ts";
import { loginNotice } from "../rules/accounts/login-notice.ts";
import { invitationLink } from "../rules/invitations/invitation-link.ts";
import { invitationMessage } from "../rules/invitations/invitation-message.ts";
import {
  memberInvitationLink,
  memberInvitationMessage,
} from "../rules/invitations/member-invitation-message.ts";
import { departureEmail } from "../rules/relationships/departure-email.ts";
import { relationshipEmail } from "../rules/relationships/relationship-email.ts";
import { showHelp } from "../workers/operator/show-help.ts";

showHelp(
  "Writes six example e-mails in each language as HTML and as text: npm run emails [folder]",
);
const folder = process.argv[2] ?? "emails";
mkdirSync(folder, { recursive: true });
for (const language of MESSAGE_LANGUAGES)
  for (const [name, email] of Object.entries(examples(language))) {
    const file = join(folder, `${name}-${language}`);
    writeFileSync(`${file}.html`, email.html);
    writeFileSync(`${file}.txt`, `${email.subject}\n\n${email.text}\n`);
  }
process.stdout.write(`${folder}\n`);

/** One e-mail of each kind: two invitations, two about the account, two about coaching. */
function examples(language: MessageLanguage): Readonly<Record<string, EmailContent>> {
  const publicUrl = "https://sideline.example.com";
  const timezone = "Europe/Berlin";
  const at = new Date("2027-03-04T08:30:00Z");
  const reader = { name: "Ana Weber", locale: language, timezone, publicUrl };
  const place = { workspaceName: "Strength Room", language, timezone, expiresAt: at };
  const news = { as: "CLIENT", otherName: "Ben Albrecht", workspaceName: "Strength Room" } as const;
  const token = "s3eR0m1pW5Q-example-of-a-token-9xVbT2uKc7Ayd";
  return {
    invitation: invitationMessage({
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
      workspaceName: "Strength Room",
      goneAt: at,
    }),
  };
}

function must(email: EmailContent | null): EmailContent {
  if (email === null) throw new Error("There is no such e-mail");
  return email;
}
