import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConsole } from "../frame/console-context.ts";
import { Icon } from "../kit/icon.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { type ClientPlace, clientTasksQuery } from "./client-queries.ts";
import { fallOf } from "./fall-of.ts";

/** That the client does less than before, while the inbox reports it. */
export function FallTag({ place }: { readonly place: ClientPlace }): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const tasks = useQuery(clientTasksQuery(api, place));
  const fall = fallOf(tasks.data?.items ?? []);
  if (fall === null) return null;
  const percent = formats.percent(fall.percent);
  return (
    <span className="tag warn">
      <Icon name="warn" />
      {t("client.fell", { percent, before: formats.percent(fall.before) })}
    </span>
  );
}
