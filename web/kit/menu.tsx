import { type ReactNode, cloneElement, useLayoutEffect, useRef } from "react";
import { useLater } from "./hooks/use-later.ts";
import { useSteady } from "./hooks/use-steady.ts";
import { laterPart, useLaterPart } from "./later/later-part.ts";
import type { MenuProps } from "./menu-list.tsx";
import { NotLoaded } from "./later/not-loaded.tsx";

const list = laterPart(async () => (await import("./menu-list.tsx")).MenuList);

/**
 * A button that opens a menu. The first page is drawn with the button alone: the menu is most of the library's code. It
 * replaces the button once its code is there.
 */
export function Menu(props: MenuProps): ReactNode {
  const { found: List, isLost, show, dismiss } = useLaterPart(list);
  const place = useRef<HTMLSpanElement>(null);
  const focused = useRef<Spot | null>(null);
  const isPressed = useRef(false);
  const replace = useSteady(async () => {
    // The focus may come while the code loads.
    await list.load().catch(() => null);
    focused.current = focusedSpot(place.current);
    await show();
  });
  useLater(replace);
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
    void replace();
  };
  const comeNear = () => void replace();
  return (
    <>
      <span ref={place} className="menu-place" onPointerEnter={comeNear} onFocus={comeNear}>
        {cloneElement(props.button, { onPressStart })}
      </span>
      {/* Until somebody presses, nothing is missing. */}
      {isLost && isPressed.current && (
        <NotLoaded
          dismiss={() => {
            isPressed.current = false;
            dismiss();
          }}
        />
      )}
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
