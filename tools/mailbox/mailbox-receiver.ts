import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A mail server on the loopback address that accepts everything and forwards nothing. */
export type MailboxReceiver = { readonly close: () => Promise<void> };

/** Writes each received e-mail into the folder that the mailbox page shows. */
export async function startMailboxReceiver(
  port: number,
  directory: string,
): Promise<MailboxReceiver> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onData: (stream, { envelope }, callback) => {
      const [first] = envelope.rcptTo;
      buffer(stream)
        .then((raw) => storeEmail(directory, first?.address ?? "", raw))
        .then(
          () => callback(),
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
        );
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function storeEmail(directory: string, to: string, raw: Buffer): Promise<void> {
  const { subject = "", text = "" } = await PostalMime.parse(raw);
  const email = {
    to,
    subject,
    text: text.replaceAll("\r\n", "\n").trim(),
    sentAt: new Date().toISOString(),
  };
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // Written atomically, because the page may read at any moment.
  const draft = join(directory, `${randomUUID()}.draft`);
  writeFileSync(draft, JSON.stringify(email), { mode: 0o600 });
  renameSync(draft, draft.replace(/draft$/, "json"));
}
