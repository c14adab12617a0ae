import type { InboxTask } from "../../../../device/coach/types.ts";
import { actAgain } from "../../../../phone/coach/act-again.ts";
import { en } from "../../../../phone/coach/texts/en.ts";
import { en as words } from "../../../../phone/texts/en.ts";
import { verdictMessage } from "../../../../phone/today/verdict-message.ts";
import type { Command } from "../command.ts";
import { inboxLines, taskLines } from "./inbox-lines.ts";
import { readShownInbox, rowAt } from "./shown-inbox.ts";
import type { TerminalPhone } from "../terminal-phone.ts";
import { writtenAct } from "./written-act.ts";

/** Commands of the coach app: the inbox in brief, and one act on a row. */
export const INBOX_COMMANDS: Readonly<Record<string, Command>> = {
  inbox: {
    usage: "inbox",
    does: "lists the inbox with its counts; the rows have numbers",
    run: async (phone) => inboxLines(await readShownInbox(phone), phone.now()),
  },
  task: {
    usage: "task <row>",
    does: "shows a row: its reason, what waits, what was refused, what you can do, its history",
    run: async (phone, [place]) => {
      const { inbox, ...shown } = await readShownInbox(phone);
      const { taskId } = rowAt(shown, place);
      // The history is read when a coach opens the task; without a connection, the stored one is shown.
      await inbox.refreshTask({ taskId }).catch(() => null);
      return taskLines(await taskOf(phone, taskId), phone.now());
    },
  },
  act: {
    usage: "act <row> <act> [<choice>] [<note>]",
    does: "acts on a row, such as: act 1 resolve message_sent, act 2 snooze one_hour, act 3 pin",
    run: async (phone, [place, ...written]) => {
      const { inbox, ...shown } = await readShownInbox(phone);
      const row = rowAt(shown, place);
      const act = writtenAct(row, written);
      const preview = await inbox.preview(act);
      await inbox.act(act);
      return [...warningOf(preview), `${words.saved}.`];
    },
  },
  again: {
    usage: "again <row>",
    does: "sends the refused act of a row again, on the row as it is now",
    run: async (phone, [place]) => {
      const { inbox, ...shown } = await readShownInbox(phone);
      const row = rowAt(shown, place);
      const [refused] = row.refused;
      const act = refused === undefined ? null : actAgain(row, refused);
      if (act === null) throw new Error("Nothing of yours can be sent again here.");
      await inbox.act(act);
      return [`${words.saved}.`];
    },
  },
  drop: {
    usage: "drop <row>",
    does: "discards the refused act of a row",
    run: async (phone, [place]) => {
      const { scopeId, refused } = rowAt(await readShownInbox(phone), place);
      const [{ clientOperationId } = { clientOperationId: "" }] = refused;
      const scope = (await phone.device.scopes()).find((one) => one.scopeId === scopeId);
      const outcome = await (await scope?.part("centre"))?.discard({ clientOperationId });
      if (outcome?.kind !== "DISCARDED") throw new Error("Nothing of yours was refused here.");
      return [en.discarded];
    },
  },
};

async function taskOf({ device }: TerminalPhone, taskId: string): Promise<InboxTask> {
  const task = await (await device.part("inbox")).task({ taskId });
  if (task === null) throw new Error(`${en.gone}. ${en.goneWhy}`);
  return task;
}

/** Warning of a probable refusal; the act is queued anyway. */
function warningOf(preview: { readonly kind: string; readonly code?: string }): readonly string[] {
  if (preview.code === undefined) return [];
  return [en.likelyRefused(verdictMessage(preview.code, "en") ?? words.refusedWithout)];
}
