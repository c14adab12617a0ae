import type { Forms } from "../../../../device/forms/types.ts";
import { recordEntry } from "./record-entry.ts";
import type { Step } from "../types.ts";
import type { World } from "../world.ts";

/** A client reads, writes or saves the form, or keeps one of two drafts of it. */
export async function fillInForm(
  world: World,
  { act, nth, again }: Extract<Step, { kind: "FORM" }>,
): Promise<void> {
  const [scope] = (await world.device?.scopes()) ?? [];
  if (scope === undefined) return;
  const { scopeId } = scope;
  const forms = await scope.part("forms");
  const [listed] = await forms.list();
  if (act === "READ" || listed === undefined) return void (await forms.refresh());
  const { formAssignmentId } = listed.assignment;
  // Without a draft there is nothing to save.
  if (act === "WRITE" || (act === "SAVE" && listed.state === "OPEN"))
    await write(world, forms, { scopeId, formAssignmentId, nth });
  if (act === "WRITE") return;
  const entry = { relationshipId: scopeId, taskId: formAssignmentId, word: null, again };
  if (act === "SAVE")
    return await recordEntry(world, entry, async (callId) => {
      const outcome = await forms.save({ formAssignmentId, callId });
      return outcome === "QUEUED";
    });
  const theirRevision = (await forms.form({ formAssignmentId }))?.conflict?.theirRevision;
  if (theirRevision === undefined) return;
  // A choice ends the refused saves. A kill may follow the write: the decision counts from here.
  for (const made of world.entries.values())
    if (made.taskId === formAssignmentId) made.isDiscarded = true;
  if (act === "KEEP_THEIRS") {
    world.written.delete(scopeId);
    await forms.choose({ formAssignmentId, keep: "THEIRS", theirRevision });
    return;
  }
  await recordEntry(world, entry, async (callId) => {
    const choice = { formAssignmentId, keep: "MINE", theirRevision, callId } as const;
    return (await forms.choose(choice)) === "CHOSEN";
  });
}

/** Writes a goal that no other write has. A kill may follow the write, whose answer then never arrives. */
async function write(
  world: World,
  forms: Forms,
  { scopeId, formAssignmentId, nth }: Writing,
): Promise<void> {
  world.writes += 1;
  const word = `goal-${world.seed}-${world.writes}-${nth}`;
  const queueKey = await queueKeyOf(world, scopeId);
  const known = world.written.get(scopeId);
  const isSameKey = known?.queueKey === queueKey;
  const written = isSameKey ? known : { queueKey, words: [], isConfirmed: false };
  world.written.set(scopeId, written);
  written.words.push(word);
  const { kind } = await forms.write({ formAssignmentId, answers: { main_goal: word } });
  const at = written.words.indexOf(word);
  if (kind === "WRITTEN") written.isConfirmed = true;
  // Earlier words were replaced, or this one was refused.
  if (kind === "WRITTEN") written.words.splice(0, at);
  else written.words.splice(at, 1);
}

interface Writing {
  readonly scopeId: string;
  readonly formAssignmentId: string;
  readonly nth: number;
}

/** The name of the key that seals what a person writes in a scope. */
export async function queueKeyOf({ phone }: World, scopeId: string): Promise<string> {
  const [row] = await phone.rows(`select queue_key from cache_scope where scope_id = '${scopeId}'`);
  return String(row?.["queue_key"]);
}
