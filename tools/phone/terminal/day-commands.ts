import { en } from "../../../phone/texts/en.ts";
import type { Card } from "../../../phone/today/card.ts";
import { kindName } from "../../../phone/today/kind-name.ts";
import type { Recorded } from "../../../phone/today/fields.ts";
import { valueText } from "../../../phone/today/value-text.ts";
import type { Command } from "./command.ts";
import { type ShownDay, readShownDay } from "./shown-day.ts";

/** Commands that show the day. */
export const DAY_COMMANDS: Readonly<Record<string, Command>> = {
  today: {
    usage: "today",
    does: "lists the tasks of the day with their numbers, and what each takes",
    run: async (phone) => {
      const day = await readShownDay(phone);
      return [day.head, ...day.cards.flatMap((card, place) => cardLines(card, place + 1, day))];
    },
  },
};

function cardLines(card: Card, number: number, day: ShownDay): readonly string[] {
  const { task, expected, status } = card;
  const waits = expected !== null && status !== task.status ? `, ${planeText(card)}: ` : "";
  const expectedText = waits === "" ? "" : waits + statusText(status);
  const values = valueWords(card, day);
  const kind = kindName(task.kind, "en") ?? "Task";
  const takes = [...new Set(task.actions.map(({ kind: action }) => action))].flatMap(
    (action) => ACTION_WORDS[action] ?? [],
  );
  return [
    `${String(number).padStart(2)}  ${task.title} (${kind}): ${statusText(task.status)}${expectedText}${values}`,
    ...card.items.map((item, place) => {
      const isAhead = item.status !== item.acceptedStatus;
      const plane = isAhead ? ` (${planeText(card)})` : "";
      const amount = item.amount === null ? "" : ` ${item.amount}`;
      return `      ${number}.${place + 1}  ${item.label}${amount}: ${item.status.toLowerCase()}${plane}`;
    }),
    ...(takes.length === 0 ? [] : [`      takes: ${takes.join(", ")}`]),
  ];
}

const planeText = (card: Card) => en.planes[card.plane].toLowerCase();

function statusText(status: string): string {
  const known: Readonly<Record<string, string>> = en.taskStatus;
  return known[status] ?? en.taskStatusUnknown;
}

/** The accepted value, and the expected one if it differs. */
function valueWords({ task, expected, plane }: Card, { moments }: ShownDay): string {
  const { metric } = task;
  if (metric === null) return "";
  const words = (value: Recorded | null) =>
    value === null ? en.noValue : valueText(value, metric.input.unit, { texts: en, moments });
  const accepted = `, ${words(task.value)}`;
  if (expected === null || expected.value === task.value) return accepted;
  return `${accepted}, ${en.planes[plane].toLowerCase()}: ${words(expected.value)}`;
}

/** The command for each action that a terminal can make. */
const ACTION_WORDS: Readonly<Record<string, string>> = {
  COMPLETE_TASK: "do",
  COMPLETE_ALL_ITEMS: "do",
  COMPLETE_ITEM: "tick",
  RECORD_VALUE: "record",
  SKIP: "skip",
  SNOOZE: "later",
  UNDO: "undo",
};
