import { type RefObject, useEffect, useRef, useState } from "react";

/** Whether an element has been in the window, or less than a screen away from it. */
export function useNearView<Found extends Element>(): readonly [RefObject<Found | null>, boolean] {
  const place = useRef<Found>(null);
  const [wasNear, setWasNear] = useState(false);
  useEffect(() => {
    const found = place.current;
    if (found === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setWasNear(true);
        observer.disconnect();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(found);
    return () => observer.disconnect();
  }, []);
  return [place, wasNear];
}

const MARGIN = "600px 0px";
