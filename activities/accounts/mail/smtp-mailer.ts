import nodemailer from "nodemailer";
import type { Logger } from "pino";
import { maskContact } from "../../../rules/accounts/mask-contact.ts";
import { letterPage } from "../../../rules/accounts/letter-page.ts";
import type { Mailer } from "./mailer.ts";

/** Where mail is handed over, and who it is from. */
export interface SmtpOptions {
  /** `smtps://user:password@host:465`, or `smtp://` with STARTTLS. */
  readonly url: string;
  /** Address, with a name or without, that people see as the sender. */
  readonly from: string;
  readonly log: Pick<Logger, "info">;
}

/** The server has this long for each step; the relay tries again later. */
const TIMEOUT_MS = 10_000;

/**
 * Mail through a server of the installation. SMTP cannot be asked whether a message was sent: when the
 * answer is lost it is sent again with the same `Message-ID`, by which mail programs know it.
 */
export function createSmtpMailer({ url, from, log }: SmtpOptions): Mailer {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Nothing of a message is ever read from a file or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(message) {
      const { to, subject, text, messageId, unsubscribeUrl } = message;
      await transport.sendMail({
        from,
        // As an object: an address is never read as a list of addresses.
        to: { name: "", address: to },
        subject,
        text,
        html: letterPage(message),
        messageId: `<${messageId}@sideline>`,
        headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(unsubscribeUrl) },
      });
      log.info({ to: maskContact({ kind: "EMAIL", value: to }), messageId }, "mail sent");
    },
  };
}

/** By which a mail program offers to unsubscribe with one click (RFC 2369, RFC 8058). */
function unsubscribeHeaders(url: string | undefined): Readonly<Record<string, string>> {
  if (url === undefined) return {};
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
