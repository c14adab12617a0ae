import type { exercises as english } from "../en/exercises.ts";

/** Texts of the exercise library. */
export const exercises: Readonly<Record<keyof typeof english, string>> = {
  "exercises.title": "Übungen",
  "exercises.detail": "Übung",
  "exercises.find": "Deutsch oder englisch suchen",
  "exercises.filter": "Filtern",
  "exercises.removeFilter": "Filter {name} entfernen",
  "exercises.facet.muscleGroup": "Muskel",
  "exercises.facet.equipment": "Gerät",
  "exercises.facet.exerciseType": "Art",
  "exercises.facet.difficulty": "Schwierigkeit",
  "exercises.facet.has": "Nur",
  "exercises.video": "Mit Video",
  "exercises.hasVideo": "hat ein Video",
  "exercises.own": "Eigene",
  "exercises.provider": "Bibliothek",
  "exercises.results": "{count, plural, one {# Übung} other {# Übungen}}",
  "exercises.leftOut": "Keine Übung hat alle Wörter. Weggelassen: {words}",
  "exercises.nothing": "Keine Übung passt",
  "exercises.nothingLead": "Versuchen Sie es mit weniger Wörtern oder Filtern.",
  "exercises.showAll": "Alle Übungen zeigen",
  "exercises.none": "Die Bibliothek ist noch leer",
  "exercises.noneLead": "Sie füllt sich von selbst, sobald ein Anbieter von Übungen verbunden ist.",
  "exercises.gone": "Diese Übung gibt es nicht",
  "exercises.goneLead":
    "Vielleicht gehört sie einem anderen Arbeitsbereich, oder die Adresse ist alt.",
  "exercises.also": "auch: {names}",
  "exercises.muscles": "{first}, dann {others}",
  "exercises.fact.muscles": "Muskeln",
  "exercises.fact.equipment": "Gerät",
  "exercises.fact.type": "Art",
  "exercises.fact.difficulty": "Schwierigkeit",
  "exercises.fact.source": "Aus",
  "exercises.retired":
    "Ihr Anbieter hat sie entfernt ({day}). Die Suche findet sie nicht; Pläne mit ihr behalten sie.",
  "exercises.archived": "Archiviert. Die Suche findet sie nicht; Pläne mit ihr behalten sie.",
  "exercises.how": "Ausführung",
  "exercises.mind": "Darauf achten",
  "exercises.credit": "Text: {licence}.",
  "exercises.creditBy": "Text: {author}, {licence}.",
  "exercises.picture": "Bild: {attribution}",
  "exercises.noPicture": "Hier steht eine Figur, bis ein Bild freigegeben ist.",
  "exercises.sources": "Alle Bildquellen",
  "exercises.noSources": "Es werden noch keine Bilder gezeigt",
  "exercises.sourcePictures": "{licence}, {count, plural, one {# Bild} other {# Bilder}}",
  "exercises.key.find": "suchen",
  "exercises.key.left": "links",
  "exercises.key.right": "rechts",
  "exercises.key.up": "hoch",
  "exercises.key.down": "runter",
  "exercises.play": "Abspielen",
  "exercises.opening": "Video wird angefragt",
  "exercises.length": "Video von {length} Min.",
  "exercises.allowance":
    "Abspielen zählt zum Video-Kontingent: ein Platz für 30 Tage, und die Minuten. Ansehen kostet nichts.",
  "exercises.retryAt": "Versuchen Sie es ab {time} wieder.",
  "exercises.refusal.NO_VIDEO": "Zu dieser Übung gibt es kein Video. Nutzen Sie Bild und Text.",
  "exercises.refusal.OWN_LIMIT":
    "Ihr Video-Kontingent ist verbraucht. Bild, Text und Pläne bleiben; Videos gibt es wieder, sobald Plätze frei werden.",
  "exercises.refusal.PROVIDER_LIMIT":
    "Der Anbieter gibt zurzeit keine Videos mehr aus. Bild, Text und Pläne bleiben.",
  "exercises.refusal.PROVIDER_UNAVAILABLE":
    "Der Anbieter antwortet nicht. Bild, Text und Pläne bleiben; drücken Sie in einer Minute wieder auf Abspielen.",
  "exercises.refusal.RATE_LIMITED":
    "Sie haben in einer Stunde viele Videos gestartet. Machen Sie eine Pause.",
  "exercises.refusal.MEDIA_SESSION_UNDER_WAY":
    "Dieses Video wird schon geholt, vielleicht in einem anderen Tab. Drücken Sie in zehn Sekunden wieder auf Abspielen.",
  "exercises.refusal.MEDIA_REFETCH_SPENT":
    "Die Adresse des Videos hat zweimal versagt. Drücken Sie auf Abspielen, um neu zu beginnen.",
  "exercises.refusal.UNPLAYABLE":
    "Ihr Browser spielt dieses Video nicht ab. Drücken Sie noch einmal auf Abspielen, oder nehmen Sie einen anderen Browser.",
};
