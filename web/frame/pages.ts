import type { IconName } from "../kit/icon.tsx";
import type { MessageId } from "../texts/i18n.ts";
import type { Overview } from "./overview-query.ts";

/** The pages of the navigation, in its order. */
export const PAGES = [
  {
    path: "/inbox/{-$taskId}",
    name: "frame.inbox",
    icon: "inbox",
    keys: "g i",
    group: "MORNING",
    isBelow: true,
    count: ({ inbox }) => inbox.badge,
    isHot: ({ inbox }) => inbox.urgent > 0,
  },
  {
    path: "/clients",
    name: "frame.clients",
    icon: "people",
    keys: "g c",
    group: "MORNING",
    isBelow: true,
    count: ({ clients }) => clients.total,
  },
  {
    path: "/onboarding",
    name: "frame.onboarding",
    icon: "board",
    keys: "g o",
    group: "MORNING",
    count: ({ onboardings }) => onboardings.open,
  },
  {
    path: "/plans",
    name: "frame.plans",
    icon: "plan",
    keys: "g p",
    group: "LIBRARY",
    isBelow: true,
  },
  {
    path: "/forms",
    name: "forms.title",
    icon: "form",
    keys: "g f",
    group: "LIBRARY",
  },
  {
    path: "/exercises/{-$exerciseId}",
    name: "exercises.title",
    icon: "dumb",
    keys: "g x",
    group: "LIBRARY",
  },
  {
    path: "/settings",
    name: "frame.settings",
    icon: "gear",
    keys: "g s",
    group: "FOOT",
  },
] as const satisfies readonly Page[];

/** A page that the navigation, the palette and a key lead to. */
export interface Page {
  readonly path: string;
  readonly name: MessageId;
  readonly icon: IconName;
  readonly keys: string;
  /** Its place at the side: with the morning's work, in the library, or at the foot. */
  readonly group: PageGroup;
  /** Whether a narrow screen has it below; the others stand behind "More". */
  readonly isBelow?: boolean;
  /** The number beside its name. */
  readonly count?: (overview: Overview) => number;
  /** Whether somebody is in trouble: the number is then red. */
  readonly isHot?: (overview: Overview) => boolean;
}

export type PageGroup = "FOOT" | "LIBRARY" | "MORNING";
