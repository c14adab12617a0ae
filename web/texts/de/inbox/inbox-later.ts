import type { inboxLater as english } from "../../en/inbox/inbox-later.ts";

/** Texts of the parts of the inbox that load after its rows: the days of a client, and the filter. */
export const inboxLater: Readonly<Record<keyof typeof english, string>> = {
  "inbox.before.title": "Bevor Sie entscheiden",
  "inbox.before.percent": "{count} Tage, {percent} von 7 Tagen, {rating}",
  "inbox.before.noPercent": "{count} Tage, {rating}",
  "inbox.narrow.title": "„{view}“ filtern",
  "inbox.narrow.type": "Art der Aufgabe",
  "inbox.narrow.coach": "Coach",
  "inbox.narrow.coachHint": "Aufgaben dieses Coachs oder über dessen Klienten.",
  "inbox.narrow.any": "Alle",
  "inbox.narrow.show": "Aufgaben zeigen",
};
