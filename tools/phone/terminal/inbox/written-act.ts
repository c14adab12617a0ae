import { SNOOZE_PRESETS } from "../../../../contract/inbox/vocabulary.ts";
import type { InboxAct } from "../../../../device/coach/act-types.ts";
import type { InboxRow } from "../../../../device/coach/types.ts";
import { choicesOf, decidedAct, needsNote } from "../../../../phone/coach/decisions.ts";
import { offeredActs } from "../../../../phone/coach/offered-acts.ts";
import { en } from "../../../../phone/coach/texts/en.ts";

/** The act that a coach typed, such as `resolve message_sent`. Throws what can be typed instead. */
export function writtenAct(row: InboxRow, [name, ...more]: readonly string[]): InboxAct {
  const { taskId } = row;
  const offered = offeredActs(row);
  const act = offered.find((one) => one === name?.toUpperCase());
  if (act === undefined) throw new Error(`An act is one of ${listed(offered)}.`);
  if (act === "SNOOZE") {
    const snoozePreset = SNOOZE_PRESETS.find((one) => one === more[0]?.toUpperCase());
    if (snoozePreset === undefined) throw new Error(`${en.until}: ${listed(SNOOZE_PRESETS)}.`);
    return { act, taskId, snoozePreset };
  }
  if (act !== "REVIEW" && act !== "RESOLVE" && act !== "DISMISS") return { act, taskId };
  const choices = choicesOf(act, row.accepted.taskType);
  const [choice = "", ...note] = choices.length === 0 ? ["", ...more] : more;
  const written = { choice: choice.toUpperCase(), note: note.join(" ") };
  const decided = decidedAct(act, taskId, written);
  if (decided === null) throw new Error(`${en.chooseOne}: ${listed(choices)}.`);
  if (needsNote(written)) throw new Error(en.noteMissing);
  return decided;
}

const listed = (names: readonly string[]) => names.map((one) => one.toLowerCase()).join(", ");
