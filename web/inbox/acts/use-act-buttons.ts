import { useActReason } from "../../frame/use-act-reason.ts";
import type { IconName } from "../../kit/icon.tsx";
import type { MessageId } from "../../texts/i18n.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { AskedAct } from "./act-dialog.tsx";
import { type InboxAct, finishOf, isOfferedForAll } from "./acts.ts";
import type { InboxTask } from "../inbox-query.ts";

/**
 * The acts that some tasks offer, most likely first. One task or many: the same keys. Without a connection, or in an
 * archived workspace, all are off.
 */
export function useActButtons(tasks: readonly InboxTask[], doing: ActDoing): readonly ActButton[] {
  const { t } = useTexts();
  const offReason = useActReason();
  const [only] = tasks;
  if (only === undefined) return [];
  const isOne = tasks.length === 1;
  const offers = (action: string) => isOfferedForAll(tasks, action);
  const finish = tasks.every((task) => finishOf(task) === "REVIEW") ? "REVIEW" : "RESOLVE";
  const isPinned = offers("UNPIN");
  const found: readonly (ActButton | false)[] = [
    offers(finish) && {
      id: finish,
      name: finish === "REVIEW" ? "inbox.act.review" : "inbox.act.resolve",
      keys: "e",
      ...(finish === "REVIEW" && { hint: "inbox.reviewIsFinal" as const }),
      run: () =>
        finish === "REVIEW" && isOne ? doing.act({ action: "REVIEW" }) : doing.ask(finish),
    },
    isOne &&
      offers("START") && {
        id: "START",
        name: "inbox.act.start",
        keys: "Enter",
        run: () => doing.start(only),
      },
    offers("ASSIGN") && {
      id: "ASSIGN",
      name: "inbox.act.assign",
      keys: "a",
      run: () => doing.ask("ASSIGN"),
    },
    offers("DISMISS") && {
      id: "DISMISS",
      name: "inbox.act.dismiss",
      keys: "d",
      run: () => doing.ask("DISMISS"),
    },
    offers("UNSNOOZE")
      ? {
          id: "UNSNOOZE",
          icon: "clock",
          name: "inbox.act.unsnooze",
          keys: "h",
          run: () => doing.act({ action: "UNSNOOZE" }),
        }
      : offers("DISMISS") && {
          id: "SNOOZE",
          icon: "clock",
          name: "inbox.act.snooze",
          keys: "h",
          run: () => doing.ask("SNOOZE"),
          ...(!offers("SNOOZE") && { offReason: t("inbox.snoozeNo") }),
        },
    finish === "REVIEW" &&
      offers("RESOLVE") && {
        id: "RESOLVE",
        name: "inbox.act.resolve",
        keys: "Shift E",
        run: () => doing.ask("RESOLVE"),
      },
    (isPinned || offers("PIN")) && {
      id: "PIN",
      name: isPinned ? "inbox.act.unpin" : "inbox.act.pin",
      keys: "p",
      run: () => doing.act({ action: isPinned ? "UNPIN" : "PIN" }),
    },
    offers("UNDO") && {
      id: "UNDO",
      name: "inbox.act.undo",
      keys: "u",
      run: () => doing.act({ action: "UNDO" }),
    },
  ];
  const buttons = found.filter((button) => button !== false);
  if (offReason === null) return buttons;
  return buttons.map((button) => ({ ...button, offReason }));
}

/** An act with its key. */
export interface ActButton {
  readonly id: string;
  readonly name: MessageId;
  readonly keys: string;
  readonly icon?: IconName;
  readonly run: () => void;
  readonly offReason?: string;
  /** Text to read before pressing it. */
  readonly hint?: MessageId;
}

/** How the page does an act, asks about it, or opens a task. */
interface ActDoing {
  readonly act: (act: InboxAct) => void;
  readonly ask: (kind: AskedAct) => void;
  readonly start: (task: InboxTask) => void;
}
