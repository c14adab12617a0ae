import type { InboxRow, InboxTask, RefusedAct } from "../../../../device/coach/types.ts";
import { choiceName } from "../../../../phone/coach/choice-name.ts";
import { choicesOf } from "../../../../phone/coach/decisions.ts";
import { offeredActs } from "../../../../phone/coach/offered-acts.ts";
import {
  ROW_GROUPS,
  groupOf,
  sentenceOf,
  statusWords,
  timeWords,
  typeName,
} from "../../../../phone/coach/row-facts.ts";
import { en } from "../../../../phone/coach/texts/en.ts";
import { en as words } from "../../../../phone/texts/en.ts";
import { momentsOf } from "../../../../phone/texts/moments.ts";
import type { ShownInbox } from "./shown-inbox.ts";

/** The inbox in lines: its age, its counts, and its rows by group. */
export function inboxLines({ view, rows }: ShownInbox, now: number): readonly string[] {
  const { counts, badge } = view;
  const expected =
    badge.expected === badge.accepted
      ? ""
      : ` (${en.expectedOpen(moments.number(badge.expected))})`;
  return [
    `${en.inbox}, ${en.readAt(moments.dayAndTime(view.readAt, now))}`,
    `${en.counts.open} ${badge.accepted}${expected}, ${en.counts.overdue} ${counts.overdue}, ${en.counts.high} ${counts.highSeverity}`,
    ...(rows.length === 0 ? [`${en.empty}. ${en.emptyWhy}`] : []),
    ...ROW_GROUPS.flatMap((group) => {
      const inGroup = rows.filter((row) => groupOf(row) === group);
      return inGroup.length === 0
        ? []
        : [en.groups[group], ...inGroup.map((row) => rowLine(row, rows.indexOf(row) + 1, now))];
    }),
    ...(view.isComplete ? [] : [en.partial]),
  ];
}

/** One row in lines: its reason, its planes, what the coach can do, and its history. */
export function taskLines(task: InboxTask, now: number): readonly string[] {
  const { accepted, expected, detail } = task;
  const time = timeWords(task, { texts: en, moments, now });
  const events: Readonly<Record<string, string>> = en.events;
  return [
    `${accepted.client.displayName}, ${typeName(task, en)}`,
    sentenceOf(task, en, "en"),
    ...(accepted.mayOpen ? [] : [en.sourceHidden]),
    [
      `${words.planes.ACCEPTED}: ${statusWords(accepted.status, en)}`,
      ...(time === null ? [] : [time]),
    ].join(", "),
    ...(expected === null
      ? []
      : [
          `${words.planes.WAITING}: ${statusWords(expected.status, en)}${expected.sure ? "" : `. ${en.unsure}`}`,
        ]),
    ...task.refused.flatMap(refusedLines),
    ...actLines(task),
    ...(detail?.timeline ?? [])
      .toReversed()
      .map(
        ({ type, at }) =>
          `      ${moments.dayAndTime(Date.parse(at), now)}  ${events[type] ?? en.changedIt}`,
      ),
  ];
}

const moments = momentsOf("en");

function rowLine(row: InboxRow, number: number, now: number): string {
  const { accepted, expected } = row;
  const severities: Readonly<Record<string, string>> = en.severity;
  const facts = [
    typeName(row, en),
    severities[accepted.severity] ?? "",
    ...((expected?.isPinned ?? accepted.score.pin > 0) ? [en.pinned] : []),
    ...(accepted.unread ? [en.isNew] : []),
    ...(row.hasDraft ? [en.hasDraft] : []),
    timeWords(row, { texts: en, moments, now }) ?? "",
    ...(expected !== null && expected.status !== accepted.status
      ? [`${words.planes.WAITING.toLowerCase()}: ${statusWords(expected.status, en)}`]
      : []),
  ].filter((fact) => fact !== "");
  const sentence = sentenceOf(row, en, "en");
  return `${String(number).padStart(2)}  ${accepted.client.displayName}: ${sentence} (${facts.join(", ")})`;
}

function refusedLines({ operationType, message, payload }: RefusedAct): readonly string[] {
  const names: Readonly<Record<string, string>> = en.refusedAct;
  const note = payload?.["note"];
  return [
    `${words.planes.REFUSED}: ${names[operationType] ?? en.refusedOther}. ${message ?? words.refusedWithout}`,
    ...(typeof note === "string" ? [en.yourNote(note)] : []),
    `      takes: again (${en.resend}), drop (${en.discard})`,
  ];
}

/** Acts that the row offers, each with its choices as they are typed. */
function actLines(task: InboxTask): readonly string[] {
  return offeredActs(task).map((act) => {
    const choices =
      act === "RESOLVE" || act === "DISMISS" ? choicesOf(act, task.accepted.taskType) : [];
    const typed = choices.map((choice) => `${choice.toLowerCase()} (${choiceName(choice, en)})`);
    const snoozes = Object.entries(en.snoozes).map(
      ([preset, name]) => `${preset.toLowerCase()} (${name})`,
    );
    const takes = act === "SNOOZE" ? snoozes : typed;
    return `      act ${act.toLowerCase()} (${en.acts[act]})${takes.length === 0 ? "" : `: ${takes.join(", ")}`}`;
  });
}
