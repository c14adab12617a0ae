import { type ReactNode, cloneElement, useLayoutEffect, useRef, useState } from "react";
import { useLater } from "./hooks/use-later.ts";
import type { MenuList, MenuProps } from "./menu-list.tsx";
import { NotLoaded } from "./not-loaded.tsx";

/**
 * A button that opens a menu. The first page is drawn with the button alone: the menu is most of the library's code, and
 * loads when the browser has nothing to do, or when a person comes near the button.
 */
export function Menu(props: MenuProps): ReactNode {
  const [List, setList] = useState(() => loaded);
  const [isLost, setIsLost] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const focused = useRef<Spot | null>(null);
  const isPressed = useRef(false);
  const dismissLost = useRef(() => setIsLost(false)).current;
  const load = useRef(async () => {
    try {
      loaded ??= (await import("./menu-list.tsx")).MenuList;
    } catch {
      // Until somebody presses, nothing is missing.
      setIsLost(isPressed.current);
      isPressed.current = false;
      return;
    }
    focused.current = focusedSpot(place.current);
    setList(() => loaded);
  }).current;
  useLater(load);
  useLayoutEffect(() => {
    // The button is another element than before.
    const { parent, index } = focused.current ?? {};
    const button = index === undefined ? undefined : parent?.children[index];
    if (button instanceof HTMLElement) button.focus();
  }, [List]);
  if (List !== null) return <List {...props} isOpened={isPressed.current} />;
  // The press begins before the menu replaces the button, which would lose its end.
  const onPressStart = () => {
    isPressed.current = true;
    void load();
  };
  const comeNear = () => void load();
  return (
    <>
      <span ref={place} className="menu-place" onPointerEnter={comeNear} onFocus={comeNear}>
        {cloneElement(props.button, { onPressStart })}
      </span>
      {isLost && <NotLoaded dismiss={dismissLost} />}
    </>
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

/** The menu, once its code is loaded. */
let loaded: typeof MenuList | null = null;
