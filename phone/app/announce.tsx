import { type ReactNode, createContext, use, useCallback, useEffect, useState } from "react";

/** Lets components announce an event: it is shown for a moment and read aloud by screen readers. */
export function Announcer({ children }: { readonly children: ReactNode }) {
  const [said, setSaid] = useState<Announcement | null>(null);
  const announce = useCallback<Announce>(
    (text, tone = "done") => setSaid((before) => ({ text, tone, turn: (before?.turn ?? 0) + 1 })),
    [],
  );
  useEffect(() => {
    if (said === null || said.tone === "fault") return undefined;
    const timer = setTimeout(() => setSaid(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <AnnounceContext value={announce}>
      {children}
      <div className="announced" role="status">
        {said !== null && (
          <p key={said.turn} className={said.tone}>
            {said.text}
          </p>
        )}
      </div>
    </AnnounceContext>
  );
}

/** Announces an event. A fault stays until the next announcement. */
export function useAnnounce(): Announce {
  return use(AnnounceContext);
}

type Announce = (text: string, tone?: "done" | "fault") => void;

interface Announcement {
  readonly text: string;
  readonly tone: "done" | "fault";
  readonly turn: number;
}

const SHOWN_MS = 4_000;
const AnnounceContext = createContext<Announce>(() => undefined);
