import type { archive as english } from "../../en/settings/archive.ts";

/** Texte zum Archivieren eines Arbeitsbereichs. */
export const archive: Readonly<Record<keyof typeof english, string>> = {
  "settings.archive": "Arbeitsbereich archivieren",
  "settings.archiveLead":
    "Ein archivierter Arbeitsbereich bleibt lesbar. Niemand wird darin betreut, eingeladen oder erhält Pläne.",
  "settings.archiveClients":
    "{count, plural, one {Eine Person wird} other {# Personen werden}} hier noch betreut. Beenden Sie zuerst deren Betreuung.",
  "settings.archiveAsk": "{workspace} archivieren?",
  "settings.archiveEffect.read": "Sie und die anderen Coaches können weiter alles lesen.",
  "settings.archiveEffect.write": "Niemand kann etwas ändern oder jemanden einladen.",
  "settings.archiveEffect.back": "Nur der Support kann ihn wieder öffnen.",
  "settings.archiveGo": "Arbeitsbereich archivieren",
  "settings.archiveKeep": "Offen lassen",
};
