import nodemailer from "nodemailer";
import type { Logger } from "pino";
import { maskContact } from "../../../rules/accounts/mask-contact.ts";
import type { Mailer } from "./mailer.ts";

/**
 * Sends mail through an SMTP server of the installation. SMTP cannot say whether a message was sent, so after a lost
 * answer it is sent again with the same `Message-ID`. Mail programs recognise the duplicate by it.
 */
export function createSmtpMailer({ url, from, log }: SmtpOptions): Mailer {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A message is never built from a local file or a fetched URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(message) {
      const { to, subject, text, html, messageId, unsubscribeUrl } = message;
      await transport.sendMail({
        from,
        // An object, so that an address is never parsed as a list of addresses.
        to: { name: "", address: to },
        subject,
        text,
        html,
        messageId: `<${messageId}@sideline>`,
        headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(unsubscribeUrl) },
      });
      log.info({ to: maskContact({ kind: "EMAIL", value: to }), messageId }, "mail sent");
    },
  };
}

/** The mail server, and the sender's address. */
export interface SmtpOptions {
  /** `smtps://user:password@host:465`, or `smtp://` with STARTTLS. */
  readonly url: string;
  /** Address with or without a display name, shown to people as the sender. */
  readonly from: string;
  readonly log: Pick<Logger, "info">;
}

/** Timeout of each step of the SMTP dialogue; the relay retries later. */
const TIMEOUT_MS = 10_000;

/** Headers that let a mail program offer one-click unsubscribe (RFC 2369, RFC 8058). */
function unsubscribeHeaders(url: string | undefined): Readonly<Record<string, string>> {
  if (url === undefined) return {};
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
