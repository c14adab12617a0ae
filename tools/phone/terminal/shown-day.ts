import type { Scope } from "../../../device/types.ts";
import { en } from "../../../phone/texts/en.ts";
import { type Moments, momentsOf } from "../../../phone/texts/moments.ts";
import { type Card, cardOf } from "../../../phone/today/card.ts";
import { onlyScope } from "./only-scope.ts";
import type { TerminalPhone } from "./terminal-phone.ts";

/** Reads the day as the phone has it: its cards in the order of their numbers. Throws what to do without a day. */
export async function readShownDay({ device, now }: TerminalPhone): Promise<ShownDay> {
  const scope = await onlyScope(device);
  const [today, operations] = await Promise.all([scope.today(), scope.operations()]);
  const moments = momentsOf("en", today?.timezone);
  const cards = (today?.tasks ?? []).map((task) => cardOf(task, operations, now()));
  const head =
    today === null
      ? `${en.noDay}. ${en.noDayWhy}`
      : `${moments.localDate(today.localDate)}, ${en.readAt(moments.dayAndTime(today.readAt, now()))}`;
  return { scope, head, cards, moments };
}

/** The card of a number such as `3`. Throws if there is none. */
export function cardAt({ cards }: ShownDay, place: string | undefined): Card {
  const card = cards[Number.parseInt(place ?? "", 10) - 1];
  if (card === undefined) throw new Error(`Name a task by its number, from 1 to ${cards.length}.`);
  return card;
}

/** The item of a place such as `3.2`; null for a place without an item. */
export function itemAt(card: Card, place: string | undefined): Card["items"][number] | null {
  const [, number] = place?.split(".") ?? [];
  if (number === undefined) return null;
  const item = card.items[Number.parseInt(number, 10) - 1];
  if (item === undefined) throw new Error(`${card.task.title} has ${card.items.length} items.`);
  return item;
}

/** The day of a phone. */
export interface ShownDay {
  readonly scope: Scope;
  /** The day and its age, or why there is none. */
  readonly head: string;
  readonly cards: readonly Card[];
  readonly moments: Moments;
}
