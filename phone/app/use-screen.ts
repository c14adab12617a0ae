import { useSyncExternalStore } from "react";

/** The screen named in the address, so that the browser's back button works. */
export function useScreen(): Screen {
  return useSyncExternalStore(watchAddress, readScreen);
}

export const SCREENS = ["today", "entries", "settings"] as const;
export type Screen = (typeof SCREENS)[number];

function watchAddress(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}

function readScreen(): Screen {
  return SCREENS.find((screen) => `#${screen}` === location.hash) ?? "today";
}
