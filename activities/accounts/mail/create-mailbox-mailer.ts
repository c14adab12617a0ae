import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { maskContact } from "../../../rules/accounts/mask-contact.ts";
import type { Mailer } from "./mailer.ts";

/**
 * Development mailer: writes each message to a file in a folder that the mailbox page shows. Only this user can read
 * the folder, and the log contains only the masked address.
 */
export function createMailboxMailer(directory: string, log: Pick<Logger, "info">): Mailer {
  return {
    async send(message) {
      const file = join(directory, `${message.messageId}.json`);
      if (existsSync(file)) return;
      await mkdir(directory, { recursive: true, mode: 0o700 });
      // Write, then rename: the page may read at any moment and must never see half a file.
      const draft = `${file}.${crypto.randomUUID()}.draft`;
      const stored = { ...message, sentAt: new Date().toISOString() };
      await writeFile(draft, JSON.stringify(stored), { mode: 0o600 });
      await rename(draft, file);
      const to = maskContact({ kind: "EMAIL", value: message.to });
      log.info({ to, messageId: message.messageId }, "mail put into the mailbox");
    },
  };
}
