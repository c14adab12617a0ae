import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { LookView } from "../access/look-view.tsx";
import { MorePages } from "../access/more-pages.tsx";
import { OpenedCard } from "../access/opened-card.tsx";
import { useLookPages } from "../access/use-look.ts";
import { StatusTag } from "../status-tag.tsx";

/** Notifications that a person got or did not get, and why; their wording is not shown. */
export function NotificationsCard(props: NotificationsCardProps): ReactNode {
  const { t } = useTexts();
  return (
    <OpenedCard title={t("support.notifications")} open={t("support.openNotifications")}>
      <Decisions {...props} />
    </OpenedCard>
  );
}

interface NotificationsCardProps {
  readonly userId: string;
  readonly subject: string;
}

function Decisions({ userId, subject }: NotificationsCardProps): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const look = useLookPages({
    subject,
    name: ["notifications", userId],
    read: async (header, cursor) =>
      await answer(
        api.GET("/api/v1/support/users/{userId}/notifications", {
          params: { path: { userId }, header, query: cursor },
        }),
      ),
  });
  return (
    <LookView look={look}>
      {({ pages }) => (
        <>
          {pages[0]?.items.length === 0 && <p className="line">{t("support.none")}</p>}
          {pages
            .flatMap(({ items }) => items)
            .map(({ notificationId, category, outcome, reason, channels, decidedAt }) => (
              <div className="line" key={notificationId}>
                <span className="grow">
                  <span className="mono">{category}</span>
                  <br />
                  <span className="meta">
                    {formats.moment(new Date(decidedAt))} · {reason}
                    {channels.length > 0 && ` · ${channels.join(", ")}`}
                  </span>
                </span>
                <StatusTag status={outcome} />
              </div>
            ))}
          <MorePages look={look} />
        </>
      )}
    </LookView>
  );
}
