import { type ReactNode, useEffect, useState } from "react";
import { useOfflineSince } from "../live/connection.ts";
import { useLastContact } from "../live/contact.ts";
import { type LiveState, liveState } from "../live/live-state.ts";
import { type Texts, useTexts } from "../texts/use-texts.ts";

/** Says how fresh the page is: live, stale since the server is silent, or offline. It is no message, so nobody hears it tick. */
export function LiveLine(): ReactNode {
  const texts = useTexts();
  const offlineSince = useOfflineSince();
  const contactAt = useLastContact();
  const now = useSecond();
  const state = liveState({ offlineSince, contactAt, now });
  if (state === null) return null;
  return (
    <p className="live">
      <span className={DOTS[state.kind]} />
      <span className="num">{liveText(texts, state)}</span>
    </p>
  );
}

const DOTS = { LIVE: "dot", STALE: "dot warn", OFFLINE: "dot off" } as const;

function liveText({ t, formats }: Texts, state: LiveState): string {
  switch (state.kind) {
    case "LIVE":
      return t("frame.live", { seconds: state.seconds });
    case "STALE":
      return t("frame.stale", { span: formats.span(state.age) });
    case "OFFLINE":
      return t("frame.liveOffline", { time: formats.time(state.at) });
  }
}

/** The clock of this machine, which also notes the answers, once a second. */
function useSecond(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
