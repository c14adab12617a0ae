import { type ReactNode, useEffect, useState } from "react";
import { Icon } from "../kit/icon.tsx";
import { useTexts } from "../texts/use-texts.ts";

/** Says since when the browser has no connection, and what that means. */
export function OfflineBanner(): ReactNode {
  const { t, formats } = useTexts();
  const since = useOfflineSince();
  if (since === null) return null;
  return (
    <div className="banner" role="status">
      <Icon name="wifi" />
      <b>{t("frame.offline", { time: formats.time(since) })}</b>
      <span>{t("frame.offlineLead")}</span>
    </div>
  );
}

/** When the connection was lost; null while there is one. */
function useOfflineSince(): Date | null {
  const [since, setSince] = useState<Date | null>(() => (navigator.onLine ? null : new Date()));
  useEffect(() => {
    const onChange = () => setSince(navigator.onLine ? null : new Date());
    addEventListener("online", onChange);
    addEventListener("offline", onChange);
    return () => {
      removeEventListener("online", onChange);
      removeEventListener("offline", onChange);
    };
  }, []);
  return since;
}
