import type { CentreEntry, EntryWait } from "../types.ts";
import { describeAction } from "./describe-action.ts";
import { describeChange } from "./describe-change.ts";
import { describeAdvice, describeSaid } from "./describe-said.ts";
import { type Spoken, spokenIn } from "./spoken.ts";
import type { CentreLanguage, EntryView, ReadAt } from "./types.ts";

/** An entry in words. A pure function: the same entry, language and instant give the same words. */
export function entryView(language: CentreLanguage, entry: CentreEntry, at: ReadAt): EntryView {
  return viewOf(spokenIn(language, at), entry);
}

/** The same for many entries, with the language prepared once. */
export function viewOf(spoken: Spoken, entry: CentreEntry): EntryView {
  const { phrases, written } = spoken;
  return {
    clientOperationId: entry.clientOperationId,
    group: entry.group,
    status: entry.status,
    what: describeAction(spoken, entry),
    made: phrases.made(written.time(entry.recordedAt)),
    state: phrases.statuses[entry.status],
    why: entry.wait === null ? null : describeWait(spoken, entry.wait),
    said: describeSaid(spoken, entry),
    changed: entry.group === "ATTENTION" ? describeChange(spoken, entry) : null,
    advice: describeAdvice(spoken, entry),
    notes: notesOf(spoken, entry),
    acts: entry.acts.map((act) => ({ act, ...phrases.acts[act] })),
  };
}

function describeWait({ phrases, written, now }: Spoken, wait: EntryWait): string {
  const { reason, retryAt, retries } = wait;
  return [
    reason === null ? phrases.waitsNext : phrases.waits[reason],
    ...(retries > 0 ? [phrases.retries(retries)] : []),
    // A time that has passed is not shown: the next try is due.
    ...(retryAt !== null && retryAt > now ? [phrases.retryAt(written.time(retryAt))] : []),
  ].join(" ");
}

function notesOf({ phrases, now }: Spoken, entry: CentreEntry): readonly string[] {
  const { notes } = phrases;
  const { undoUntil, dependents, mayHaveArrived, replacedBy, said, status } = entry;
  const arrived = status === "DISCARDED" ? notes.discardedMayHaveArrived : notes.mayHaveArrived;
  const isOlder = said !== null && said.judgedOnRevision !== null;
  return [
    ...(undoUntil !== null
      ? [notes.undoFor(Math.max(1, Math.ceil((undoUntil - now) / 1000)))]
      : []),
    ...(mayHaveArrived ? [arrived] : []),
    ...(dependents.length > 0 ? [notes.dependents(dependents.length)] : []),
    ...(isOlder ? [notes.judgedOlder] : []),
    ...(replacedBy !== null && status !== "ACCEPTED" ? [notes.replaced] : []),
  ];
}
