import { SKIP_REASONS } from "../../../contract/quick-log/vocabulary.ts";
import type { Action } from "../../../device/outbox/types.ts";
import { en } from "../../../phone/texts/en.ts";
import { momentsOf } from "../../../phone/texts/moments.ts";
import {
  completeAll,
  completeItem,
  completeTask,
  recordValue,
  skip,
  snooze,
  undo,
} from "../../../phone/today/actions.ts";
import { type Card, bulkItems, offeredAction } from "../../../phone/today/card.ts";
import { readInput } from "../../../phone/today/forms/read-inputs.ts";
import { verdictMessage } from "../../../phone/today/verdict-message.ts";
import type { Command } from "./command.ts";
import { type ShownDay, cardAt, itemAt, readShownDay } from "./shown-day.ts";

/** Commands that record what the person did. */
export const ACT_COMMANDS: Readonly<Record<string, Command>> = {
  do: acting("do <task>", "completes a task, or ticks all its open items", (card) => {
    if (offeredAction(card, "COMPLETE_TASK") !== null) return completeTask(card.task);
    if (offeredAction(card, "COMPLETE_ALL_ITEMS") !== null && bulkItems(card).length > 0)
      return completeAll(card.task, true);
    throw new Error("This task is done item by item: tick <task>.<item>");
  }),
  tick: acting("tick <task>.<item>", "ticks an item", (card, [place]) => {
    const item = itemAt(card, place);
    if (item === null) throw new Error("Name an item: tick <task>.<item>");
    return completeItem(card.task, item.itemId, {});
  }),
  record: acting("record <task> <value>", "records a value", (card, [, written = ""], now) => {
    const { metric } = card.task;
    if (metric === null) throw new Error("This task takes no value.");
    const { value, fault } = readInput(metric.input, written, {
      texts: en,
      moments: momentsOf("en"),
    });
    if (value === null) throw new Error(fault ?? en.enterNumber);
    return recordValue(card.task, value, now);
  }),
  skip: acting(
    "skip <task>[.<item>] [<reason>]",
    `skips a task or an item; the reason is one of ${SKIP_REASONS.join(", ")}`,
    (card, [place, wanted = "OTHER"]) => {
      const reason = SKIP_REASONS.find((one) => one === wanted.toUpperCase());
      if (reason === undefined) throw new Error(`A reason is one of ${SKIP_REASONS.join(", ")}.`);
      return skip(card.task, { itemId: itemAt(card, place)?.itemId ?? null, reason, note: "" });
    },
  ),
  later: acting("later <task> <minutes>", "snoozes a task", (card, [, minutes = ""]) =>
    snooze(card.task, Number.parseInt(minutes, 10)),
  ),
  undo: acting("undo <task>", "undoes the newest entry of this phone on a task", (card) => {
    if (card.undoable === null) throw new Error("No entry of this phone can be undone here.");
    return undo(card.task, card.undoable);
  }),
};

/** A command that makes an action of a task. It says what the server would probably refuse, and records it anyway. */
function acting(usage: string, does: string, actionOf: ActionOf): Command {
  return {
    usage,
    does,
    async run(phone, args) {
      const day = await readShownDay(phone);
      const action = actionOf(cardAt(day, args[0]), args, phone.now());
      const warning = await warn(day, action);
      await day.scope.enqueue(action);
      return [...warning, `${en.saved}.`];
    },
  };
}

type ActionOf = (card: Card, args: readonly string[], now: number) => Action;

async function warn({ scope }: ShownDay, action: Action): Promise<readonly string[]> {
  const preview = await scope.preview(action);
  if (preview.kind !== "REFUSED") return [];
  const sentence = verdictMessage(preview.code, "en") ?? en.refusedWithout;
  return [`Probably not accepted: ${sentence}`];
}
