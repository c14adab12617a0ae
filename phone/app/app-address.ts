import type { Surface } from "../../device/types.ts";

/** The address of an app. Both are on one page, and the query chooses. */
export function addressOf(surface: Surface): string {
  return surface === "COACH_MOBILE" ? `/phone/?app=${COACH}` : "/phone/";
}

/** The app that an address names. */
export function surfaceIn(search: string): Surface {
  return new URLSearchParams(search).get("app") === COACH ? "COACH_MOBILE" : "CLIENT_MOBILE";
}

export function otherApp(surface: Surface): Surface {
  return surface === "COACH_MOBILE" ? "CLIENT_MOBILE" : "COACH_MOBILE";
}

const COACH = "coach";
