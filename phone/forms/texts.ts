import type { AnswerFaultCode } from "../../contract/forms/vocabulary.ts";
import type { Forms, FormState } from "../../device/forms/types.ts";
import { useLanguage } from "../texts/language.tsx";

/** The texts of forms in the page's language. They load with their screens. */
export function useFormTexts(): FormTexts {
  return TEXTS[useLanguage().language];
}

const en = {
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

export type FormTexts = typeof en;

/** Why answers were not written. */
type Unwritten = Exclude<Awaited<ReturnType<Forms["write"]>>, "WRITTEN">;

const de: FormTexts = {
  gone: "Dieses Formular ist nicht auf diesem Gerät",
  goneWhy: "Aktualisieren Sie den Tag mit Verbindung.",
  state: {
    OPEN: "Auf diesem Gerät nicht begonnen",
    LOCAL_DRAFT: "Auf diesem Gerät gespeichert",
    QUEUED: "Entwurf wartet auf das Senden",
    REJECTED: "Der Server hat den Entwurf nicht angenommen. Ihre Antworten bleiben hier.",
    CONFLICT: "Zwei Entwürfe: Wählen Sie einen",
    SUBMITTING: "Wird abgeschickt, sobald dieses Gerät verbunden ist.",
    SUBMITTED: "Abgeschickt",
    CANCELLED: "Von Ihrem Coach zurückgezogen",
  },
  notWritten: {
    CONFLICT:
      "Nicht gespeichert: Ein anderes Gerät hat einen Entwurf gespeichert. Wählen Sie zuerst einen der beiden.",
    CLOSED: "Nicht gespeichert: Dieses Formular ist abgeschickt oder zurückgezogen.",
    ABSENT: "Nicht gespeichert: Dieses Formular ist nicht auf diesem Gerät.",
  },
  saveDraft: "Entwurf senden",
  savedDraft: "Entwurf eingereiht",
  submit: "Abschicken",
  submitting: "Wird abgeschickt …",
  submitted: "Abgeschickt.",
  submitLater:
    "Noch keine Antwort. Es wird abgeschickt, sobald dieses Gerät verbunden ist, und zählt einmal.",
  submitRefused: "Der Server hat es nicht angenommen. Prüfen Sie Ihre Antworten.",
  submitClosed: "Dieses Formular ist geschlossen.",
  submitConflict:
    "Nicht abgeschickt: Ein anderes Gerät hat einen Entwurf gespeichert. Öffnen Sie das Formular noch einmal, um ihn zu sehen.",
  submitUnseen:
    "Ihre Antworten wurden nicht abgeschickt: Ein anderes Gerät hat einen Entwurf gespeichert. Prüfen Sie die Antworten und schicken Sie sie noch einmal ab.",
  incomplete: (count) =>
    count === 1
      ? "1 Antwort fehlt oder passt nicht."
      : `${count} Antworten fehlen oder passen nicht.`,
  yes: "Ja",
  no: "Nein",
  choose: "Bitte wählen",
  optional: "freiwillig",
  scale: (min, max) => `Von ${min} bis ${max}`,
  conflict:
    "Sie haben dieses Formular auch auf einem anderen Gerät begonnen. Welche Antworten möchten Sie behalten?",
  mine: "Die auf diesem Gerät",
  unsent:
    "Diese Antworten sind nur auf diesem Gerät. Das Formular wurde geschlossen, bevor sie gesendet waren.",
  discard: "Diese Antworten verwerfen",
  discardWaits:
    "Der Server hat noch nicht geantwortet. Versuchen Sie es mit Verbindung noch einmal.",
  theirs: "Die des anderen Geräts",
  savedThere: (time) => `dort gespeichert ${time}`,
  unknownQuestion: "Diese Version der App kann diese Frage nicht zeigen.",
  faults: {
    required: "Bitte beantworten Sie diese Frage.",
    invalid_type: "Das passt nicht zur Frage.",
    too_small: "Das ist zu wenig.",
    too_big: "Das ist zu viel.",
    too_long: "Das ist zu lang.",
    not_a_step: "Das hat zu viele Nachkommastellen.",
    unknown_option: "Wählen Sie eine der Möglichkeiten.",
    duplicate_option: "Wählen Sie jede Möglichkeit einmal.",
    unknown_question: "Diese Frage gibt es nicht mehr.",
    not_shown: "Diese Frage ist verborgen.",
  },
};

const TEXTS = { en, de };
