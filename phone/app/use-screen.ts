import { useSyncExternalStore } from "react";
import type { Surface } from "../../device/types.ts";

/** The screen named in the address, so that the browser's back button works, and the task that it is about. */
export function useScreen(surface: Surface): ShownScreen {
  const hash = useSyncExternalStore(watchAddress, () => location.hash);
  const [name, taskId] = hash.slice(1).split("/");
  const screens: readonly Screen[] = [...SCREENS[surface], ...INNER[surface]];
  const known = screens.find((screen) => screen === name);
  return { screen: known ?? FIRST[surface], taskId: known === undefined ? null : (taskId ?? null) };
}

/** The screens in the navigation of each app. */
export const SCREENS = {
  CLIENT_MOBILE: ["today", "entries", "settings"],
  COACH_MOBILE: ["inbox", "entries", "settings"],
} as const satisfies Readonly<Record<Surface, readonly string[]>>;
export type Screen = (typeof SCREENS | typeof INNER)[Surface][number];

/** Screens that others lead to. */
const INNER = { CLIENT_MOBILE: ["workout", "form", "invitation"], COACH_MOBILE: [] } as const;

/** A screen, and the task that it shows; null for the whole screen. */
export interface ShownScreen {
  readonly screen: Screen;
  readonly taskId: string | null;
}

const FIRST = { CLIENT_MOBILE: "today", COACH_MOBILE: "inbox" } as const;

function watchAddress(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}
