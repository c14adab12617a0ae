import { useOfflineSince } from "../../live/connection.ts";
import { useTexts } from "../../texts/use-texts.ts";

/** Why nothing can be sent now: the lost connection. Null while there is one. */
export function useOfflineReason(): string | null {
  const { t } = useTexts();
  return useOfflineSince() === null ? null : t("frame.offOffline");
}
