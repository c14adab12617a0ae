import { useEffect, useRef, useState } from "react";
import { useAnnounce } from "../../app/announce.tsx";
import { useWorkoutTexts } from "../texts.ts";

/** Counts the rest after a set down. It only informs: the next set can be entered at any time. */
export function RestTimer({ seconds, onEnd }: RestTimerProps) {
  const texts = useWorkoutTexts();
  const announce = useAnnounce();
  const [endsAt] = useState(() => performance.now() + seconds * 1_000);
  const [left, setLeft] = useState(seconds);
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    // A page in the background gets few timers: the remaining time follows from the clock.
    const timer = setInterval(() => setLeft(Math.ceil((endsAt - performance.now()) / 1_000)), 250);
    return () => clearInterval(timer);
  }, [endsAt]);
  const isOver = left <= 0;
  useEffect(() => {
    if (!isOver) return;
    announce(texts.restOver);
    end.current();
  }, [isOver, announce, texts]);
  return (
    <section className="card rest">
      <p role="timer" className="num grow">
        {texts.restLeft(
          `${Math.floor(left / 60)}:${String(Math.max(0, left) % 60).padStart(2, "0")}`,
        )}
      </p>
      <button className="btn" type="button" onClick={onEnd}>
        {texts.skipRest}
      </button>
    </section>
  );
}

interface RestTimerProps {
  readonly seconds: number;
  /** Called when the rest is over, or when the person goes on. */
  readonly onEnd: () => void;
}
