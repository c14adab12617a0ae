import type { Centre, Unreadable } from "../centre/types.ts";
import type { Device, Scope } from "../types.ts";
import { useScopeRead } from "./use-scope-read.ts";
import type { Watched } from "./watched.ts";

/**
 * The drafts and online acts of a scope, or the acts of the whole device, that cannot be read any more;
 * `unreadableView` puts them into words.
 */
export function useUnreadable(place: Scope | Device | null): Watched<readonly Unreadable[]> {
  return useScopeRead(place, readUnreadable);
}

const readUnreadable = async (place: Scope | Device) => await (await centreOf(place)).unreadable();

async function centreOf(place: Scope | Device): Promise<Pick<Centre, "unreadable">> {
  return "scopeId" in place ? await place.part("centre") : await place.part("centre");
}
