import type { AnswerFaultCode } from "../../contract/forms/vocabulary.ts";
import type { FormState, WriteOutcome } from "../../device/forms/types.ts";

/** The English texts of forms. */
export const en = {
  gone: "This form is not on this device",
  goneWhy: "Refresh the day while you are online.",
  state: {
    OPEN: "Not begun on this device",
    LOCAL_DRAFT: "Saved on this device",
    QUEUED: "Draft waiting to be sent",
    REJECTED: "The server did not accept the draft. Your answers are kept here.",
    CONFLICT: "Two drafts: choose one",
    SUBMITTING: "Being submitted. It is sent once this device is online.",
    SUBMITTED: "Submitted",
    CANCELLED: "Withdrawn by your coach",
  } satisfies Record<FormState, string>,
  notWritten: {
    CONFLICT: "Not saved: another device saved a draft. Choose one of the two first.",
    CLOSED: "Not saved: this form is submitted or withdrawn.",
    ABSENT: "Not saved: this form is not on this device.",
    STALE: "Not saved: newer answers were written elsewhere. They are shown here.",
  } satisfies Record<Unwritten, string>,
  saveDraft: "Send draft",
  savedDraft: "Draft queued",
  submit: "Submit",
  submitting: "Submitting…",
  submitted: "Submitted.",
  submitLater: "No answer yet. It is submitted once this device is online, and counts once.",
  submitRefused: "The server did not accept it. Check your answers.",
  submitClosed: "This form is closed.",
  submitConflict: "Not submitted: another device saved a draft. Open the form again to see it.",
  submitUnseen:
    "Your answers were not submitted: another device has saved a draft. Check the answers and submit again.",
  incomplete: (count: number) =>
    count === 1
      ? "1 answer is missing or does not fit."
      : `${count} answers are missing or do not fit.`,
  yes: "Yes",
  no: "No",
  choose: "Choose one",
  optional: "optional",
  scale: (min: string, max: string) => `From ${min} to ${max}`,
  conflict: "You began this form on another device too. Which answers do you want to keep?",
  mine: "Those on this device",
  unsent: "These answers are only on this device. The form closed before they were sent.",
  discard: "Discard these answers",
  discardWaits: "The server has not answered yet. Try again once this device is online.",
  theirs: "Those of the other device",
  savedThere: (time: string) => `saved there ${time}`,
  unknownQuestion: "This version of the app cannot show this question.",
  faults: {
    required: "Please answer this.",
    invalid_type: "This does not fit the question.",
    too_small: "This is too little.",
    too_big: "This is too much.",
    too_long: "This is too long.",
    not_a_step: "This has too many decimals.",
    unknown_option: "Choose one of the options.",
    duplicate_option: "Choose each option once.",
    unknown_question: "This question does not exist any more.",
    not_shown: "This question is hidden.",
  } satisfies Record<AnswerFaultCode, string>,
};

/** All texts of forms; the type requires each of them in every language. */
export type FormTexts = typeof en;

/** Why answers were not written. */
type Unwritten = Exclude<WriteOutcome["kind"], "WRITTEN">;
