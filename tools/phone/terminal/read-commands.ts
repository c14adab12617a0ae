import type { OperationState } from "../../../device/outbox/types.ts";
import { describeEntry } from "../../../phone/sync/describe-entry.ts";
import { en } from "../../../phone/texts/en.ts";
import type { Card } from "../../../phone/today/card.ts";
import { kindName } from "../../../phone/today/kind-name.ts";
import type { Recorded } from "../../../phone/today/fields.ts";
import { valueText } from "../../../phone/today/value-text.ts";
import type { Command } from "./command.ts";
import { type ShownDay, readShownDay } from "./shown-day.ts";

/** Commands that show what the phone has. */
export const READ_COMMANDS: Readonly<Record<string, Command>> = {
  today: {
    usage: "today",
    does: "lists the tasks of the day with their numbers, and what each takes",
    run: async (phone) => {
      const day = await readShownDay(phone);
      return [day.head, ...day.cards.flatMap((card, place) => cardLines(card, place + 1, day))];
    },
  },
  entries: {
    usage: "entries",
    does: "lists every entry of this phone with its state, and why it waits",
    run: async (phone) => {
      const day = await readShownDay(phone);
      if (day.operations.length === 0) return [en.noEntries];
      return day.operations.map((operation) => entryLine(operation, day, phone.now()));
    },
  },
  state: {
    usage: "state",
    does: "shows the session, the connection, and how many entries wait",
    run: async ({ device, faults }) => {
      const state = await device.state();
      const { airplane, loseAnswer, clockOffsetMs } = faults.read();
      return [
        `session ${state.session}, connection ${state.connection}`,
        `${state.waiting} waiting, ${state.needsAttention} need attention, ${state.unreadable} unreadable`,
        `airplane ${onOff(airplane)}, lose-answer ${onOff(loseAnswer)}, clock ${clockOffsetMs / HOUR_MS} h ahead`,
        ...(state.storageFault === null ? [] : [en.storageFault[state.storageFault]]),
      ];
    },
  },
};

const HOUR_MS = 3_600_000;
const onOff = (isOn: boolean) => (isOn ? "on" : "off");

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

/** One entry: its action, its state, and why it waits or what the server said. */
function entryLine(
  operation: OperationState,
  { cards, moments }: Pick<ShownDay, "cards" | "moments">,
  now: number,
): string {
  const { status, waitsFor, retryAt, verdict, localSequence } = operation;
  const tasks = cards.map(({ task }) => task);
  const what = describeEntry(operation, { tasks, texts: en, moments });
  const why = [
    ...(verdict === null && waitsFor !== null ? [en.waits[waitsFor]] : []),
    ...(verdict === null && retryAt !== null ? [en.retryAt(moments.dayAndTime(retryAt, now))] : []),
    ...(verdict?.message === null || verdict === null ? [] : [verdict.message]),
  ];
  return [
    `${String(localSequence).padStart(3)}  ${what}: ${en.operationStatus[status]}`,
    ...why,
  ].join(". ");
}
