import type { ClientSearch } from "./client-search.ts";
import type { ClientTab } from "./client-tabs.ts";

/**
 * Address in the console for a route of the API, such as `/clients/{id}/days/2026-11-28`. It opens the client's tab
 * with that day, workout or form. An unknown part opens the client; null for a route that is not about a client.
 */
export function routeAddress(route: string): string | null {
  const [, place, relationshipId = "", part = "", item = ""] = route.split("/");
  if (place !== "clients" || relationshipId === "") return null;
  const { tab, opens } = PARTS[part] ?? ELSEWHERE;
  const opened = opens === undefined || item === "" ? "" : `?${opens}=${item}`;
  return `/clients/${relationshipId}/${tab}${opened}`;
}

interface Part {
  readonly tab: ClientTab;
  /** The part of the address that takes the id or date of the route. */
  readonly opens?: keyof ClientSearch;
}

const ELSEWHERE: Part = { tab: "today" };

/** Parts of a client by the API's routes. A conversation lives in another system; the timeline says so. */
const PARTS: Readonly<Record<string, Part>> = {
  days: { tab: "today", opens: "day" },
  adherence: { tab: "weeks" },
  workouts: { tab: "workouts", opens: "session" },
  "check-ins": { tab: "weeks" },
  forms: { tab: "forms" },
  "form-submissions": { tab: "forms", opens: "form" },
  onboarding: { tab: "forms" },
  profile: { tab: "today" },
  messages: { tab: "timeline" },
};
