import type { TokenRole } from "../../contract/accounts/vocabulary.ts";
import type { IconName } from "../kit/icon.tsx";
import type { MessageId } from "../texts/i18n.ts";
import type { ListPart } from "./support-place.ts";

/** The pages of support that a role sees in the navigation, in its order. */
export const supportPages = (role: TokenRole | null): readonly SupportNavigation[] =>
  role === null ? [] : PAGES.filter(({ isForAdmins }) => role === "admin" || !isForAdmins);

/** The route of all of them. */
export const SUPPORT_PATH = "/support/{-$part}/{-$itemId}";

/** A page of support in the navigation. */
export interface SupportNavigation {
  /** Its part of the address; undefined for the search. */
  readonly part: ListPart | undefined;
  readonly name: MessageId;
  readonly icon: IconName;
  /** The API opens it to administrators only. */
  readonly isForAdmins: boolean;
}

const PAGES: readonly SupportNavigation[] = [
  { part: undefined, name: "support.people", icon: "help", isForAdmins: false },
  { part: "quarantine", name: "support.quarantine", icon: "warn", isForAdmins: false },
  { part: "purge-orders", name: "support.purgeOrders", icon: "phone", isForAdmins: false },
  { part: "providers", name: "support.providers", icon: "link", isForAdmins: true },
  { part: "grants", name: "support.grants", icon: "people", isForAdmins: true },
  { part: "thumbnails", name: "support.thumbnails", icon: "dumb", isForAdmins: true },
];
