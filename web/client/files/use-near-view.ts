import { type RefObject, useEffect, useRef, useState } from "react";

/** Whether an element is in the window, or less than a screen away from it. */
export function useNearView<Found extends Element>(): readonly [RefObject<Found | null>, boolean] {
  const place = useRef<Found>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const found = place.current;
    if (found === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: MARGIN },
    );
    observer.observe(found);
    return () => observer.disconnect();
  }, []);
  return [place, isNear];
}

const MARGIN = "600px 0px";
