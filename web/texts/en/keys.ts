/** Names of what keys do. */
export const keys = {
  "keys.palette": "search or jump",
  "keys.help": "all keys",
  "keys.goInbox": "inbox",
  "keys.goClients": "clients",
  "keys.goOnboarding": "onboarding",
  "keys.goPlans": "plans",
  "keys.goForms": "forms",
  "keys.goExercises": "exercises",
  "keys.goSettings": "settings",
  "keys.back": "back",
  "keys.move": "move",
  "keys.everywhere": "Everywhere",
  "keys.here": "On this page",
} as const;
