import type { drafts as english } from "../en/drafts.ts";

/** Texts about what was typed in an editor and is not saved. */
export const drafts: Readonly<Record<keyof typeof english, string>> = {
  "drafts.restored": "Ihre Änderungen von vorhin sind wieder da. Sie sind noch nicht gespeichert.",
  "drafts.restoredBehind":
    "Ihre Änderungen von vorhin sind wieder da, aber inzwischen hat jemand andere gespeichert. Wenn Sie mit Ihren weitermachen, ersetzt das Speichern die anderen.",
  "drafts.behind":
    "Jemand hat andere Änderungen gespeichert, seit Sie begonnen haben. Wenn Sie mit Ihren weitermachen, ersetzt das Speichern die anderen.",
  "drafts.discard": "Meine Änderungen verwerfen",
  "drafts.takeTheirs": "Die gespeicherten nehmen",
  "drafts.keepMine": "Mit meinen weitermachen",
  "drafts.chooseFirst": "Wählen Sie zuerst, mit welchen Änderungen es weitergeht",
};
