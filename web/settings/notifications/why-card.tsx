import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Api, answer } from "../../api/api-client.ts";
import type { components } from "../../api/routes.d.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Failed, Loading } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { Card } from "../kit/card.tsx";
import { whyOf } from "./why-of.ts";

/** The newest notifications, each with the reason why it was sent, waits, or was not sent. */
export function WhyCard(): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const found = useInfiniteQuery(notificationsQuery(api));
  return (
    <Card title={t("settings.why")}>
      {found.isPending && <Loading rows={3} />}
      {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
      {found.data?.pages[0]?.items.length === 0 && (
        <p className="in meta">{t("settings.whyEmpty")}</p>
      )}
      {found.data?.pages
        .flatMap(({ items }) => items)
        .map((notification) => (
          <Line key={notification.notificationId} notification={notification} />
        ))}
      {found.hasNextPage && (
        <p className="card-foot">
          <Button
            kind="quiet"
            onPress={() => void found.fetchNextPage()}
            isPending={found.isFetchingNextPage}
          >
            {t("settings.whyMore")}
          </Button>
        </p>
      )}
    </Card>
  );
}

function Line({ notification }: { readonly notification: Notification }): ReactNode {
  const { formats, known, t } = useTexts();
  const { category, decidedAt } = notification;
  const { kind, at } = whyOf(notification);
  const when = at === null ? "" : formats.moment(new Date(at));
  return (
    <div className="line">
      <span className="grow">
        <b>{known("settings.category.", category, "settings.otherCategory")}</b>
        <br />
        <span className="meta">
          {known("settings.whyOf.", kind, "settings.whyUnknown", { when })}
        </span>
      </span>
      <time className="meta" dateTime={decidedAt} title={t("settings.whyDecided")}>
        {formats.moment(new Date(decidedAt))}
      </time>
    </div>
  );
}

type Notification = components["schemas"]["Notification"];

const notificationsQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ["notifications"],
    initialPageParam: "",
    queryFn: async ({ pageParam }) =>
      await answer(
        api.GET("/api/v1/coach/notifications", {
          params: { query: { limit: PAGE, ...(pageParam !== "" && { cursor: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

const PAGE = 8;
