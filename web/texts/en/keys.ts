/** Names of what keys do. */
export const keys = {
  "keys.palette": "search or jump",
  "keys.help": "all keys",
  "keys.back": "back",
  "keys.move": "move",
  "keys.everywhere": "Everywhere",
  "keys.here": "On this page",
} as const;
