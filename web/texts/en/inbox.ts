/** Texts of the inbox. */
export const inbox = {
  "inbox.title": "Inbox",
  "inbox.urgent": "{count} urgent",
  "inbox.empty": "Nothing needs you",
} as const;
