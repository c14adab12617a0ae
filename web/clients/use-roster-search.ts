import { useSearch } from "@tanstack/react-router";
import { type Address, useAhead } from "../kit/hooks/use-ahead.ts";
import { type RosterSearch, rosterSearch } from "./roster-search.ts";

/** The view, order and filters of the roster, also before the router has drawn them. */
export function useRosterSearch(): RosterSearch {
  const drawn = rosterSearch(useSearch({ from: "/clients" }));
  return useAhead(drawn, readAddress);
}

const readAddress = ({ pathname, search }: Address): RosterSearch | null =>
  /^\/clients\/?$/.test(pathname) ? rosterSearch(search) : null;
