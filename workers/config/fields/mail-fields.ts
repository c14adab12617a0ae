import * as z from "zod";
import { type Environment, address } from "../environment.ts";
import { settingNotes } from "../setting-notes.ts";

/** Settings of e-mail. */
export const MailFields = {
  SMTP_URL: address("smtp://", "smtps://")
    .optional()
    .register(settingNotes, {
      meaning:
        "Mail server: smtps://user:password@host:465, or smtp://...:587 with STARTTLS. Required in production. Without it, mail goes to the mailbox page of the embedded stack.",
      readers: ["relay"],
      isSecret: true,
    }),
  MAIL_FROM: z
    .string()
    .max(320)
    .regex(/^[^\r\n]*@[^\r\n]*$/, "has to be an address")
    .optional()
    .register(settingNotes, {
      meaning: "Sender of mail: an address, or Name <address>. Required in production.",
      readers: ["relay"],
    }),
};

/** A server and a sender are useless alone: mail would silently go to the mailbox page. */
export function mailMistakes(env: Environment): string[] {
  const [missing, ...others] = (["SMTP_URL", "MAIL_FROM"] as const).filter(
    (name) => (env[name] ?? "") === "",
  );
  if (missing === undefined || others.length > 0) return [];
  const given = missing === "SMTP_URL" ? "MAIL_FROM" : "SMTP_URL";
  return [`${missing}: is required with ${given}; set both or neither`];
}
