/** Texts about what a client logged. */
export const clientLog = {
  "clientLog.empty": "Nothing logged since {since}",
  "clientLog.older": "Older days",
  "clientLog.sent": "{source}, sent {at}",
  "clientLog.later": "{span} later",
  "clientLog.restated": "the former value again",
  "client.source.APPLE_HEALTH": "Imported from Apple Health",
  "client.source.HEALTH_CONNECT": "Imported from Health Connect",
} as const;
