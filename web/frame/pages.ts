import type { IconName } from "../kit/icon.tsx";
import type { MessageId } from "../texts/i18n.ts";

/** The pages of the navigation, in its order. */
export const PAGES = [
  { path: "/inbox/{-$taskId}", name: "frame.inbox", icon: "inbox", keys: "g i" },
  { path: "/clients", name: "frame.clients", icon: "people", keys: "g c" },
  { path: "/onboarding", name: "frame.onboarding", icon: "board", keys: "g o" },
] as const satisfies readonly Page[];

/** A page that the navigation, the palette and a key lead to. */
interface Page {
  readonly path: string;
  readonly name: MessageId;
  readonly icon: IconName;
  readonly keys: string;
}
