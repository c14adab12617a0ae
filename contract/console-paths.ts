/**
 * Addresses of the coach's web console; `$name` stands for an id. The API serves the console's page at these paths and
 * at no others.
 */
export const CONSOLE_PATHS = {
  home: "/",
  inbox: "/inbox",
  inboxTask: "/inbox/$taskId",
  clients: "/clients",
  client: "/clients/$relationshipId",
  clientTab: "/clients/$relationshipId/$tab",
  onboarding: "/onboarding",
  plans: "/plans",
  plan: "/plans/$planId",
  forms: "/forms",
  form: "/forms/$formId",
  exercises: "/exercises",
  exercise: "/exercises/$exerciseId",
  settings: "/settings",
  settingsPart: "/settings/$part",
  support: "/support",
  supportPart: "/support/$part",
  supportItem: "/support/$part/$itemId",
  /** The provider returns here after a sign-in, and after a sign-out. */
  callback: "/console/callback",
} as const;

/** Stands in the built page where the API writes the nonce of an answer. */
export const CONSOLE_NONCE = "SIDELINE_NONCE";

/** Files of the console; their names have the hash of their content. */
export const CONSOLE_FILES = "/console-files/";
