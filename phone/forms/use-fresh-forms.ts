import { useEffect } from "react";
import type { ScopeView } from "../app/use-scope-view.ts";

/** Reads the forms of a client whenever the day was read, so that new ones appear together with their tasks. */
export function useFreshForms(view: ScopeView | null): void {
  const scope = view?.scope ?? null;
  const readAt = view?.today?.readAt ?? null;
  useEffect(() => {
    if (scope === null) return;
    // Without a connection, those that were read last are shown.
    void (async () => await (await scope.part("forms")).refresh())().catch(() => null);
  }, [scope, readAt]);
}
