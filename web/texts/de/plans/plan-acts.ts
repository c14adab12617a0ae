import type { planActs as english } from "../../en/plans/plan-acts.ts";

/** Texts of the acts on a plan: assign, copy, archive. */
export const planActs: Readonly<Record<keyof typeof english, string>> = {
  "plans.acts": "Kopieren oder archivieren",
  "plans.act.COPY": "In neuen Entwurf kopieren",
  "plans.act.ARCHIVE": "Archivieren",
  "plans.ask.COPY": "„{title}“ kopieren?",
  "plans.ask.ARCHIVE": "„{title}“ archivieren?",
  "plans.effect.COPY":
    "Die Kopie ist ein eigener Entwurf mit demselben Titel. Kein Klient hat sie.",
  "plans.effect.ARCHIVE":
    "Er kann nicht mehr bearbeitet oder zugewiesen werden. Klienten, die ihn haben, behalten ihn. Das lässt sich nicht zurücknehmen.",
  "plans.assign": "Zuweisen…",
  "plans.key.assign": "Plan zuweisen",
  "plans.assignNotPublished": "Veröffentlichen Sie den Plan zuerst",
  "plans.assignTitle": "„{title}“ zuweisen",
  "plans.assignGo":
    "{count, plural, =0 {Zuweisen} one {# Klienten zuweisen} other {# Klienten zuweisen}}",
  "plans.assignClientTitle": "{name} einen Plan zuweisen",
  "plans.assignClientGo": "Plan zuweisen",
  "plans.noPublished": "Noch ist kein Plan veröffentlicht",
  "plans.pickClients": "Klienten wählen",
  "plans.findClient": "Klienten suchen",
  "plans.nobodyToAssign": "Alle aktiven Klienten haben diesen Plan.",
  "plans.startDate": "Erster Tag",
  "plans.endDate": "Letzter Tag",
  "plans.datesHint":
    "Ortstage jedes Klienten. Ohne ersten Tag beginnt er heute, ohne letzten Tag hat er kein Ende.",
  "plans.followsNewer": "Folgt neueren Fassungen",
  "plans.followsNewerHint": "Sonst behält der Klient die jetzige Fassung.",
  "plans.assignedFrom": "zugewiesen ab {from}",
  "plans.refusal.ALREADY_ASSIGNED": "Der Klient hat diesen Plan schon.",
  "plans.refusal.NOT_PUBLISHED": "Der Plan ist nicht veröffentlicht.",
  "plans.refusal.OVER_BEFORE_IT_STARTS": "Er wäre vor seinem ersten Tag vorbei.",
  "plans.refusal.FORM_NOT_PUBLISHED": "Das Formular dieses Check-ins ist nicht veröffentlicht.",
  "plans.endsBefore": "Der letzte Tag liegt vor dem ersten.",
  "plans.refusal.too_small": "Etwas fehlt oder ist zu klein.",
  "plans.refusal.too_big": "Etwas ist zu lang oder zu groß.",
  "plans.refusal.custom": "Etwas passt nicht zusammen.",
  "plans.refusal.never_asks": "Der Plan würde in dieser Zeit nie etwas verlangen.",
  "plans.neverAsks.startDate":
    "An diesem Tag begonnen, wäre der Plan schon vorbei: Ein Programm endet nach seinen Wochen, jeder andere Plan nach {years} Jahren. Wählen Sie einen späteren ersten Tag.",
  "plans.neverAsks.endDate":
    "Bis zu diesem Tag würde der Plan nie nach etwas fragen. Wählen Sie einen späteren letzten Tag.",
  "plans.refused.ASSIGNMENT_BLOCKED":
    "Programme und Ernährung warten, bis der Klient den Fragebogen beantwortet hat.",
  "plans.refused.PROGRAM_RUNNING":
    "Ein anderes Programm läuft. Pausieren, beenden oder ersetzen Sie es zuerst.",
  "plans.refused.ASSIGNMENT_LIMIT_REACHED": "Der Klient hat 100 Pläne. Beenden Sie zuerst einige.",
};
