import type { components } from "../api/routes.d.ts";

/** A client as the roster shows them. */
export type RosterClient = components["schemas"]["RosterClient"];
