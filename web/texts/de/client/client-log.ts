import type { clientLog as english } from "../../en/client/client-log.ts";

/** Texts about what a client logged. */
export const clientLog: Readonly<Record<keyof typeof english, string>> = {
  "clientLog.empty": "Nichts eingetragen seit {since}",
  "clientLog.older": "Ältere Tage",
  "clientLog.sent": "{source}, gesendet {at}",
  "clientLog.later": "{span} später",
  "clientLog.restated": "wieder der frühere Wert",
  "client.source.APPLE_HEALTH": "Aus Apple Health importiert",
  "client.source.HEALTH_CONNECT": "Aus Health Connect importiert",
};
