import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { maskContact } from "../../../rules/accounts/mask-contact.ts";
import type { Mailer } from "./mailer.ts";

/**
 * Mail that goes nowhere: one file per message in a folder that the mailbox page shows. For
 * development; only this user reads the folder, and the log has the masked address alone.
 */
export function createMailboxMailer(directory: string, log: Pick<Logger, "info">): Mailer {
  return {
    async send(message) {
      const file = join(directory, `${message.messageId}.json`);
      if (existsSync(file)) return;
      await mkdir(directory, { recursive: true, mode: 0o700 });
      // Whole or not at all: the page may look at any moment.
      const draft = `${file}.${crypto.randomUUID()}.draft`;
      const letter = { ...message, sentAt: new Date().toISOString() };
      await writeFile(draft, JSON.stringify(letter), { mode: 0o600 });
      await rename(draft, file);
      const to = maskContact({ kind: "EMAIL", value: message.to });
      log.info({ to, messageId: message.messageId }, "mail put into the mailbox");
    },
  };
}
