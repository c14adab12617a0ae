import { laterMenu } from "./later/later-menu.tsx";
import type { MenuProps } from "./menu-list.tsx";

/** A button that opens a menu. The first page is drawn with the button alone. */
export const Menu = laterMenu<MenuProps>(async () => (await import("./menu-list.tsx")).MenuList);
