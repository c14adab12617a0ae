import type { files as english } from "../en/files.ts";

/** Texts about a client's files. */
export const files: Readonly<Record<keyof typeof english, string>> = {
  "files.purpose.PROGRESS_PHOTO": "Fortschrittsfoto",
  "files.purpose.MEAL_PHOTO": "Foto einer Mahlzeit",
  "files.purpose.FORM_CHECK": "Technik-Check",
  "files.purpose.VOICE_NOTE": "Sprachnotiz",
  "files.purpose.MESSAGE": "Aus einer Nachricht",
  "files.purpose.OTHER": "Datei",
  "files.kind.IMAGE": "Bild",
  "files.kind.VIDEO": "Video",
  "files.kind.AUDIO": "Ton",
  "files.kind.OTHER": "Datei",
  "files.dated": "{date} · {kind}",
  "files.facts": "{kind}, {size}, gesendet {at} in {place}",
  "files.before": "Neuere Datei",
  "files.after": "Ältere Datei",
  "files.older": "Ältere Dateien",
  "files.play": "Abspielen",
  "files.loading": "Das Bild wird geladen",
  "files.notShown":
    "Dieser Browser kann die Datei nicht zeigen. Laden Sie sie herunter, um sie anderswo zu öffnen.",
  "files.onlyDownload":
    "Diese Datei ist zu groß, um sie hier zu zeigen, oder von einer Art, die Browser nicht zeigen. Laden Sie sie herunter, um sie anderswo zu öffnen.",
  "files.download": "Herunterladen",
  "files.downloaded":
    "Heruntergeladen. Die Kopie auf diesem Computer können nur Sie selbst löschen.",
  "files.empty": "Noch keine Dateien",
  "files.emptyLead":
    "Bilder, Videos und Sprachnotizen erscheinen hier, sobald das Telefon sie mit einem Eintrag gesendet hat.",
  "files.lead":
    "Nur Coaches mit Zugang können Dateien öffnen. Auf diesem Computer bleibt keine Kopie, außer Sie laden eine herunter.",
};
