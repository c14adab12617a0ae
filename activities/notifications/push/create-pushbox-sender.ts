import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { PushSender } from "./push-sender.ts";

/**
 * Development sender: writes each push to a file in a folder that a page next to the mailbox shows. The token is not
 * stored.
 */
export function createPushboxSender(directory: string, log: Pick<Logger, "info">): PushSender {
  return {
    async send({ pushId, surface, title, body, badge, content }) {
      const file = join(directory, `${pushId}.json`);
      if (!existsSync(file)) {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        // Write, then rename: the page may read at any moment and must never see half a file.
        const draft = `${file}.${crypto.randomUUID()}.draft`;
        const push = { surface, title, body, badge, content, sentAt: new Date().toISOString() };
        await writeFile(draft, JSON.stringify(push), { mode: 0o600 });
        await rename(draft, file);
        log.info({ pushId }, "push put into the local inbox");
      }
      return { kind: "SENT" };
    },
    close() {},
  };
}
