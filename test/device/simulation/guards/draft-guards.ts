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
    name: "the list of conflicts is read when a draft was refused or a hint says so",
    file: "device/workouts/conflicts/conflicts-slice.ts",
    text: "return isHinted || (await isDue(context)) ? null : [pruneEnded(context)];",
    without: "return [pruneEnded(context)];",
    history: [
      { kind: "REFRESH" },
      { kind: "TRAIN", act: "BEGIN", task: 0, again: false },
      { kind: "TRAIN", act: "SETS", task: 1, again: false },
      { kind: "ELSEWHERE", nth: ELSEWHERE.WORKOUT, isSkip: false },
      { kind: "TRAIN", act: "FINISH", task: 1, again: false },
    ],
  },
  {
    name: "giving a draft up ends its conflict on the phone",
    file: "device/workouts/conflicts/conflicts-slice.ts",
    text: "return await isAnyDiscarded(core.ports.sql, scope.scopeId, [...known]);",
    without: "return false;",
    history: [
      { kind: "ELSEWHERE", nth: ELSEWHERE.WORKOUT, isSkip: false },
      { kind: "TRAIN", act: "BEGIN", task: 0, again: false },
      { kind: "SYNC" },
      { kind: "TRAIN", act: "GIVE_UP", task: 0, again: false },
    ],
  },
];
