import type { Inbox, InboxRow, InboxView } from "../../../../device/coach/types.ts";
import { ROW_GROUPS, groupOf } from "../../../../phone/coach/row-facts.ts";
import { en } from "../../../../phone/coach/texts/en.ts";
import type { TerminalPhone } from "../terminal-phone.ts";

/** Reads the inbox as the phone has it, with its rows in the order of their numbers. */
export async function readShownInbox({ device }: TerminalPhone): Promise<ShownInbox> {
  const { session } = await device.state();
  if (session === "NONE") throw new Error("Nobody is signed in. Use: sign-in <e-mail>");
  const inbox = await device.part("inbox");
  const view = await inbox.list();
  if (view === null) throw new Error(`${en.neverRead}. ${en.neverReadWhy}`);
  const rows = ROW_GROUPS.flatMap((group) => view.rows.filter((row) => groupOf(row) === group));
  return { inbox, view, rows };
}

/** The row of a number such as `3`. Throws if there is none. */
export function rowAt({ rows }: Pick<ShownInbox, "rows">, place: string | undefined): InboxRow {
  const row = rows[Number.parseInt(place ?? "", 10) - 1];
  if (row === undefined) throw new Error(`Name a row by its number, from 1 to ${rows.length}.`);
  return row;
}

/** The inbox of a coach's phone. */
export interface ShownInbox {
  readonly inbox: Inbox;
  readonly view: InboxView;
  /** By group: first what needs a decision. */
  readonly rows: readonly InboxRow[];
}
