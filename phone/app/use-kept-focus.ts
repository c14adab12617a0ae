import { type RefObject, useEffect, useRef } from "react";

/**
 * Takes the focus when the element that has it disappears, such as the button of a closed banner. Otherwise a keyboard
 * and a screen reader begin again at the top of the page (WCAG 2.2, 2.4.3).
 *
 * @returns the reference of the element that takes the focus; it needs `tabIndex={-1}`.
 */
export function useKeptFocus(): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = place;
    return current === null ? undefined : keepFocus(current);
  }, []);
  return place;
}

function keepFocus(place: HTMLElement): () => void {
  let focused: Element | null = null;
  const remember = ({ target }: FocusEvent) => {
    focused = target instanceof Element ? target : null;
  };
  const forget = ({ target }: FocusEvent) => {
    // A person who leaves the element keeps the place that they chose. While it is being removed it is still connected.
    queueMicrotask(() => {
      if (target === focused && focused?.isConnected === true) focused = null;
    });
  };
  const observer = new MutationObserver(() => {
    if (focused === null || focused.isConnected) return;
    focused = null;
    if (document.activeElement === document.body) place.focus({ preventScroll: true });
  });
  place.addEventListener("focusin", remember);
  place.addEventListener("focusout", forget);
  observer.observe(place, { childList: true, subtree: true });
  return () => {
    place.removeEventListener("focusin", remember);
    place.removeEventListener("focusout", forget);
    observer.disconnect();
  };
}
