/**
 * Address at which the console opens a route of the API, such as `/clients/{id}/days/2026-11-28`: the tab of the
 * client that shows it. A route of another system, such as a conversation, opens the client.
 */
export function openRoute(route: string): string | null {
  const [, place, relationshipId = "", part = ""] = route.split("/");
  if (place !== "clients" || relationshipId === "") return null;
  return `/clients/${relationshipId}/${TABS[part] ?? "today"}`;
}

/** Parts of a client by the API's routes, and the tab that has them. */
const TABS: Readonly<Record<string, string>> = {
  days: "today",
  adherence: "weeks",
  workouts: "workouts",
  "check-ins": "weeks",
  "form-submissions": "forms",
  onboarding: "forms",
  profile: "forms",
  messages: "timeline",
};
