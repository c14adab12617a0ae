import type { IconName } from "../kit/icon.tsx";
import type { MessageId } from "../texts/i18n.ts";

/** The pages of the navigation, in its order. */
export const PAGES = [
  { path: "/inbox/{-$taskId}", name: "frame.inbox", icon: "inbox", keys: "g i", group: "main" },
  { path: "/clients", name: "frame.clients", icon: "people", keys: "g c", group: "main" },
  { path: "/onboarding", name: "frame.onboarding", icon: "board", keys: "g o", group: "main" },
] as const satisfies readonly Page[];

/** A page that the navigation, the palette and a key lead to. */
export interface Page {
  readonly path: string;
  readonly name: MessageId;
  readonly icon: IconName;
  readonly keys: string;
  readonly group: "main" | "library" | "foot";
  /** A permission without which the page is not offered. */
  readonly permission?: string;
}
