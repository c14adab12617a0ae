import type { session as english } from "../en/session.ts";

/** Texts of signing in and out. */
export const session: Readonly<Record<keyof typeof english, string>> = {
  "session.title": "Bei Sideline anmelden",
  "session.lead": "Die Konsole für Coaches.",
  "session.joining":
    "Melden Sie sich mit der eingeladenen Adresse an. Danach sehen Sie, wem Sie beitreten.",
  "session.signIn": "Anmelden",
  "session.maintenance": "wird gewartet",
  "session.signInWith": "Weiter mit {provider}",
  "session.arriving": "Sie werden angemeldet",
  "session.ENDED": "Ihre Sitzung ist beendet. Melden Sie sich neu an, um hier weiterzumachen.",
  "session.REFUSED": "Die Anmeldung wurde abgebrochen oder abgelehnt. Nichts hat sich geändert.",
  "session.UNREACHABLE":
    "Die Anmeldung ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.",
  "session.NO_STORAGE":
    "Dieser Browser speichert für diese Seite nichts. Erlauben Sie ihr das Speichern und laden Sie neu.",
  "session.noWeb":
    "Die Anmeldung im Web ist hier nicht eingerichtet. Nutzen Sie die App für Coaches.",
  "session.stack": "Teile dieses Stacks",
};
