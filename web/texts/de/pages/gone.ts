import type { gone as english } from "../../en/pages/gone.ts";

/** Texts of a page whose client, plan or form cannot be shown, and of the way back to its list. */
export const gone: Readonly<Record<keyof typeof english, string>> = {
  "gone.back": "Zurück zur Liste",
  "gone.title.client": "Klient nicht gefunden",
  "gone.title.plan": "Plan nicht gefunden",
  "gone.title.form": "Formular nicht gefunden",
  "gone.unread.client": "Der Klient konnte nicht geladen werden",
  "gone.unread.plan": "Der Plan konnte nicht geladen werden",
  "gone.unread.form": "Das Formular konnte nicht geladen werden",
  "gone.lead.client":
    "Der Link gehört vielleicht zu einem anderen Arbeitsbereich, oder Sie betreuen diesen Klienten nicht mehr.",
  "gone.lead.plan":
    "Der Link gehört vielleicht zu einem anderen Arbeitsbereich, oder den Plan gibt es nicht.",
  "gone.lead.form":
    "Der Link gehört vielleicht zu einem anderen Arbeitsbereich, oder das Formular gibt es nicht.",
  "gone.all.client": "Alle Klienten",
  "gone.all.plan": "Alle Pläne",
  "gone.all.form": "Alle Formulare",
};
