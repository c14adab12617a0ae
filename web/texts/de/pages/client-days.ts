import type { clientDays as english } from "../../en/pages/client-days.ts";

/** Texts of the days of a client: their table, their acts, the weeks, and the head of the page. */
export const clientDays: Readonly<Record<keyof typeof english, string>> = {
  "client.pin": "Aufgabe anheften",
  "client.pinNothing": "Dieser Tag hat keine offene Aufgabe zum Anheften.",
  "client.pinnedTag": "angeheftet",
  "client.pinEffect":
    "Der Klient sieht die angeheftete Aufgabe zuerst, mit Ihrer Notiz. Ein Tag hat eine; eine neue ersetzt sie.",
  "client.pinNote": "Notiz an den Klienten",
  "client.pinGo": "Aufgabe anheften",
  "client.pinAgain": "Mit dieser Notiz anheften",
  "client.unpin": "Anheftung des Tages entfernen",
  "client.review": "Diesen Tag prüfen",
  "client.reviewAgain": "Diesen Tag erneut prüfen",
  "client.reviewed": "Geprüft {at}",
  "client.reviewTitle": "{date} prüfen?",
  "client.reviewEffect":
    "Der Klient sieht, dass Sie den Tag in der hier gezeigten Fassung geprüft haben, und kann nichts mehr zurücknehmen. Das lässt sich nicht zurücknehmen.",
  "client.reviewGo": "{date} als geprüft markieren",
  "client.key.pin": "Aufgabe anheften",
  "client.synced": "synchronisiert vor {span}",
  "client.neverSynced": "nie synchronisiert",
  "client.fell": "{percent}, vorher {before}",
  "client.toReview": "{count} zu prüfen",
  "client.column.from": "Woher",
  "client.starts": "ab {time}",
  "client.overdueFor": "überfällig, {span}",
  "client.fromPlan": "Plan, Rev. {revision}",
  "client.fromTitle": "{title}, Rev. {revision}",
  "client.fromForm": "Formular",
  "client.skips": "Wie Ausgelassenes zählt",
  "client.skipsHealth":
    "Wegen Schmerz, Krankheit oder Nebenwirkung ausgelassen: Die Aufgabe bleibt bei der Quote außen vor.",
  "client.skipsOutside":
    "Ausgelassen, weil außerhalb der App erledigt: Die Aufgabe zählt als erledigt.",
  "client.skipsOther":
    "Aus jedem anderen Grund ausgelassen: Die Aufgabe zählt als nicht erledigt. Vorher erledigte Teile zählen anteilig.",
  "client.notes": "Anmerkungen",
  "client.note.missed": "{count} versäumt",
  "client.note.skipped": "{count} ausgelassen",
  "client.note.skippedFor": "{count} ausgelassen, meist: {reason}",
  "client.note.late": "{count} spät gesendet",
  "client.thisDayOf": "Dieser Tag · {date}",
};
