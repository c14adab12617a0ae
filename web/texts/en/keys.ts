/** Names of what keys do. */
export const keys = {
  "keys.palette": "search or jump",
  "keys.help": "all keys",
  "keys.back": "back",
  "keys.move": "move",
  "keys.letters": "Single keys act",
  "keys.lettersHint": "Keys with Ctrl always do.",
  "keys.everywhere": "Everywhere",
  "keys.here": "On this page",
} as const;
