import type { ReactNode } from "react";
import { Icon } from "../../kit/icon.tsx";
import { useOfflineSince } from "../../live/connection.ts";
import { useTexts } from "../../texts/use-texts.ts";

/** Says since when the browser has no connection, and what that means. */
export function OfflineBanner(): ReactNode {
  const { t, formats } = useTexts();
  const since = useOfflineSince();
  if (since === null) return null;
  return (
    <div className="banner" role="status">
      <Icon name="wifi" />
      <span className="grow">
        <b>{t("frame.offline", { time: formats.time(since) })}</b> {t("frame.offlineLead")}
      </span>
    </div>
  );
}
