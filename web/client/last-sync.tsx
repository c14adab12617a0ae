import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConsole } from "../frame/console-context.ts";
import { useTexts } from "../texts/use-texts.ts";
import type { ClientPlace } from "./client-queries.ts";
import { newestSync } from "./newest-sync.ts";
import { syncQuery } from "./sync/sync-query.ts";

/** How long ago a phone of the client last synced; nothing until it is read. */
export function LastSync({ place, now }: LastSyncProps): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const health = useQuery(syncQuery(api, place));
  if (health.data === undefined) return null;
  const at = newestSync(health.data.devices);
  const text =
    at === null
      ? t("client.neverSynced")
      : t("client.synced", { span: formats.span(now.getTime() - Date.parse(at)) });
  return ` · ${text}`;
}

interface LastSyncProps {
  readonly place: ClientPlace;
  readonly now: Date;
}
