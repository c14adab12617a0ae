import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { whenIdle } from "./hooks/when-idle.ts";
import type { MenuList, MenuProps } from "./menu-list.tsx";

/**
 * A button that opens a menu. The first page is drawn with the button alone: the menu is most of the library's code, and
 * loads when the browser has nothing to do, or when a person comes near the button.
 */
export function Menu(props: MenuProps): ReactNode {
  const [List, setList] = useState(() => loaded);
  const [failure, setFailure] = useState<Error | null>(null);
  const place = useRef<HTMLSpanElement>(null);
  const focused = useRef<Spot | null>(null);
  const isPressed = useRef(false);
  const load = useRef(async () => {
    try {
      loaded ??= (await import("./menu-list.tsx")).MenuList;
    } catch (error) {
      // Until somebody presses, nothing is missing.
      if (isPressed.current && error instanceof Error) setFailure(error);
      return;
    }
    focused.current = focusedSpot(place.current);
    setList(() => loaded);
  }).current;
  useEffect(() => (loaded === null ? whenIdle(() => void load()) : undefined), [load]);
  useLayoutEffect(() => {
    // The button is another element than before.
    const { parent, index } = focused.current ?? {};
    const button = index === undefined ? undefined : parent?.children[index];
    if (button instanceof HTMLElement) button.focus();
  }, [List]);
  if (failure !== null) throw failure;
  if (List !== null) return <List {...props} isOpened={isPressed.current} />;
  const press = () => {
    isPressed.current = true;
    void load();
  };
  const comeNear = () => void load();
  return (
    <span
      ref={place}
      className="menu-place"
      onPointerEnter={comeNear}
      onFocus={comeNear}
      onClick={press}
    >
      {props.button}
    </span>
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
