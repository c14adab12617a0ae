import { useParams, useSearch } from "@tanstack/react-router";
import { type Address, useAhead } from "../kit/hooks/use-ahead.ts";
import { type ClientSearch, clientSearch } from "./client-search.ts";

/** The client, their tab, and the part of it that is open, also before the router has drawn them. */
export function useClientAddress(): ClientAddress {
  const { relationshipId, tab } = useParams({ from: "/clients/$relationshipId/$tab" });
  const search = useSearch({ from: "/clients/$relationshipId/$tab" });
  return useAhead({ relationshipId, tab, search }, readAddress);
}

interface ClientAddress {
  readonly relationshipId: string;
  readonly tab: string;
  readonly search: ClientSearch;
}

function readAddress({ pathname, search }: Address): ClientAddress | null {
  const [, page, relationshipId, tab] = pathname.split("/");
  if (page !== "clients" || relationshipId === undefined || tab === undefined) return null;
  return { relationshipId, tab, search: clientSearch(search) };
}
