import type { AppFacts } from "../../types.ts";

/** The facts about an app, with the language and the time zone that its platform reports at each moment. */
export function standardApp(facts: Omit<AppFacts, "locale" | "timezone">): AppFacts {
  return {
    ...facts,
    locale: () => Intl.DateTimeFormat().resolvedOptions().locale,
    timezone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
