import { rootRouteId, useLocation, useSearch } from "@tanstack/react-router";

/**
 * A part of the address, as soon as a navigation to it begins. The router draws a new address a moment later. A key that
 * is pressed in this moment has to act on the row, view or client that its person has already moved to.
 *
 * @param drawn the part as the router has drawn it. It counts while a navigation leads to another page or workspace: what
 * is read is read in the workspace that is drawn.
 * @param read reads the part from an address; null if that is the address of another page.
 */
export function useAhead<Part extends object>(
  drawn: Part,
  read: (address: Address) => Part | null,
): Part {
  const address = useLocation();
  const workspace = useSearch({ from: rootRouteId, select: (search) => search.workspace });
  return (address.search.workspace === workspace ? read(address) : null) ?? drawn;
}

/** An address that the router may still be on its way to. */
export interface Address {
  readonly pathname: string;
  readonly search: Readonly<Record<string, unknown>>;
}
