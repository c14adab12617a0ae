import { ELSEWHERE } from "../types.ts";
import type { Guard } from "./types.ts";

/** Guards of drafts: forms and workouts. */
export const DRAFT_GUARDS: readonly Guard[] = [
  {
    name: "a draft of a form stays until the server has it and the device has read it back",
    file: "device/forms/fold-drafts.ts",
    text: "if (known === null || accepted === null || known.form.revision < accepted) return;",
    without: "if (known === null) return;",
    history: [
      { kind: "FORM", act: "READ", nth: 0, again: false },
      { kind: "FORM", act: "WRITE", nth: 0, again: false },
    ],
  },
  {
    name: "a save stores which answers it saves",
    file: "device/forms/save-draft.ts",
    text: "body: { ...draft.body, operationId: callId },",
    without: "body: draft.body,",
    history: [
      { kind: "FORM", act: "READ", nth: 0, again: false },
      { kind: "FORM", act: "WRITE", nth: 0, again: false },
      { kind: "FORM", act: "SAVE", nth: 0, again: false },
    ],
  },
  {
    name: "the list of conflicts is read when a draft was refused",
    file: "device/workouts/conflicts/conflicts-slice.ts",
    text: "isHinted || (await isDue(context)) ? null",
    without: "isHinted ? null",
    history: [
      { kind: "REFRESH" },
      { kind: "TRAIN", act: "BEGIN", task: 0, again: false },
      { kind: "TRAIN", act: "SETS", task: 1, again: false },
      { kind: "ELSEWHERE", nth: ELSEWHERE.WORKOUT, isSkip: false },
      { kind: "TRAIN", act: "FINISH", task: 1, again: false },
    ],
  },
  {
    name: "a choice about a conflict ends it on the phone",
    file: "device/workouts/conflicts/resolution-effect.ts",
    text: "[forgetConflict(scope, objectId), ...(await settleDraft(core, scope, ended))]",
    without: "await settleDraft(core, scope, ended)",
    history: [
      { kind: "REFRESH" },
      { kind: "TRAIN", act: "BEGIN", task: 0, again: false },
      { kind: "TRAIN", act: "SETS", task: 1, again: false },
      { kind: "ELSEWHERE", nth: ELSEWHERE.WORKOUT, isSkip: false },
      { kind: "TRAIN", act: "FINISH", task: 1, again: false },
      { kind: "WAIT", ms: 60_000 },
      { kind: "TRAIN", act: "DROP", task: 0, again: false },
    ],
  },
];
