import { useEffect, useState } from "react";
import type { Language } from "../texts/i18n.ts";
import { type Way, readWays } from "./ways.ts";

/** The ways to sign in. Null until the server has answered; empty if it does not answer or offers none. */
export function useWays(language: Language): readonly Way[] | null {
  const [ways, setWays] = useState<readonly Way[] | null>(null);
  useEffect(() => {
    let isGone = false;
    const show = (found: readonly Way[]) => {
      if (!isGone) setWays(found);
    };
    readWays(language).then(show, () => show([]));
    return () => {
      isGone = true;
    };
  }, [language]);
  return ways;
}
