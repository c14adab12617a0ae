import type { clientForms as english } from "../../en/client/client-forms.ts";

/** Texts about the forms of a client: comparing, withdrawing, reviewing. */
export const clientForms: Readonly<Record<keyof typeof english, string>> = {
  "clientForms.all": "Alle {count} zeigen",
  "clientForms.review": "Im Posteingang prüfen",
  "clientForms.compareLast": "Mit dem letzten vergleichen",
  "clientForms.compareNext": "Mit dem nächsten vergleichen",
  "clientForms.compareNone": "Nur dieses zeigen",
  "clientForms.comparedWith": "Verglichen mit",
  "clientForms.otherOption": "{at}, v{version}",
  "clientForms.differs": "geändert",
  "clientForms.notInVersion": "nicht in dieser Version",
  "clientForms.notAsked.ANSWERED": "Nicht gefragt: nur wenn „{label}“ beantwortet ist.",
  "clientForms.notAsked.EQUALS": "Nicht gefragt: nur wenn „{label}“ mit „{value}“ beantwortet ist.",
  "clientForms.notAsked.NOT_EQUALS":
    "Nicht gefragt: nur wenn „{label}“ nicht mit „{value}“ beantwortet ist.",
  "clientForms.withdraw": "Zurückziehen",
  "clientForms.withdrawOf": "„{title}“ zurückziehen",
  "clientForms.withdrawAsk": "„{title}“ zurückziehen?",
  "clientForms.withdrawEffect":
    "{name} wird nicht mehr danach gefragt. Das lässt sich nicht zurücknehmen, das Formular lässt sich aber neu zuweisen.",
  "clientForms.withdrawBegun":
    "{name} hat es begonnen. Die bisherigen Antworten werden nicht abgeschickt. Das lässt sich nicht zurücknehmen.",
  "clientForms.withdrawGo": "Formular zurückziehen",
  "clientForms.keep": "Formular behalten",
  "clientForms.withdrawn": "„{title}“ ist zurückgezogen.",
  "clientForms.submittedMeanwhile": "Der Klient hat es inzwischen abgeschickt. Es bleibt.",
};
