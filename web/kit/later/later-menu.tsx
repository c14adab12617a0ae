import {
  type ComponentType,
  type ReactElement,
  type ReactNode,
  cloneElement,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import type { ButtonProps } from "react-aria-components";
import { useLater } from "../hooks/use-later.ts";
import { laterPart, useLaterPart } from "./later-part.ts";
import { NotLoaded } from "./not-loaded.tsx";

/**
 * A button with a menu whose code is no part of its page's: menus are most of the library's code. The menu replaces the
 * button once its code is there. No key is lost meanwhile: one that opens the menu opens it then.
 */
export function laterMenu<Props extends OwnButton>(
  read: () => Promise<ComponentType<Props & OpenedMenu>>,
): (props: Props & WantedMenu) => ReactNode {
  const part = laterPart(read);
  return LaterMenu;

  function LaterMenu(props: Props & WantedMenu): ReactNode {
    const { button, isWanted = false, dropped } = props;
    const { found: Found, isLost, show, dismiss } = useLaterPart(part);
    const openAt = useRef<OpenAt | null>(null);
    const place = useReplaced(Found);
    useLater(show);
    useEffect(() => {
      if (isWanted) void show();
    }, [isWanted, show]);
    if (Found !== null) return <Found {...props} openAt={openAt.current} />;
    const comeNear = () => void show();
    // The press begins before the menu replaces the button, which would lose its end.
    const open = (at: OpenAt) => {
      openAt.current = at;
      comeNear();
    };
    return (
      <>
        <span
          ref={place}
          className="menu-place"
          onPointerEnter={comeNear}
          onFocus={comeNear}
          onKeyDown={(event) => {
            const at = ARROWS.get(event.key);
            if (at === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
            // The page has other acts for the arrows.
            event.preventDefault();
            open(at);
          }}
        >
          {cloneElement(button, {
            onPressStart: ({ pointerType }) => open(BY_KEYS.has(pointerType) ? "first" : "menu"),
          })}
        </span>
        {/* Until somebody asks for it, nothing is missing. */}
        {isLost && (isWanted || openAt.current !== null) && (
          <NotLoaded
            dismiss={() => {
              openAt.current = null;
              dismiss();
              dropped?.();
            }}
          />
        )}
      </>
    );
  }
}

interface OwnButton {
  readonly button: ReactElement<Pick<ButtonProps, "onPressStart">>;
}

/** A menu that may have been asked for before it had loaded. */
export interface OpenedMenu {
  /** The part that gets the focus in a menu that was asked for; null if it was not. */
  readonly openAt: OpenAt | null;
}

/** The part of an opened menu with the focus. */
export type OpenAt = "first" | "last" | "menu";

interface WantedMenu {
  /** Whether something else than its button has asked for the menu. */
  readonly isWanted?: boolean;
  /** Called once the reader knows that the menu could not be loaded. */
  readonly dropped?: () => void;
}

/** Keys other than those of a press that open a menu, and the item that then has the focus. */
const ARROWS: ReadonlyMap<string, OpenAt> = new Map([
  ["ArrowDown", "first"],
  ["ArrowUp", "last"],
]);

/** A press without a pointer gives the focus to an item. */
const BY_KEYS: ReadonlySet<string> = new Set(["keyboard", "virtual"]);

/** Gives the focus to what replaces an element that had it. The focus may come until the very moment. */
function useReplaced(replacement: unknown) {
  const focused = useRef<Spot | null>(null);
  useLayoutEffect(() => {
    const { parent, index } = focused.current ?? {};
    const button = index === undefined ? undefined : parent?.children[index];
    if (button instanceof HTMLElement) button.focus();
  }, [replacement]);
  // React ends a ref while its element still stands in the page.
  return useCallback(
    (element: HTMLElement | null) => () => void (focused.current = focusedSpot(element)),
    [],
  );
}

/** Where an element stands. */
interface Spot {
  readonly parent: Element;
  readonly index: number;
}

/** The place of an element that has the focus inside; null otherwise. */
function focusedSpot(element: Element | null): Spot | null {
  const parent = element?.parentElement;
  if (element === null || !parent || !element.contains(document.activeElement)) return null;
  return { parent, index: [...parent.children].indexOf(element) };
}
