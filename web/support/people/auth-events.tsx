import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { LookView } from "../access/look-view.tsx";
import { OpenedCard } from "../access/opened-card.tsx";
import { useLook } from "../access/use-look.ts";

/** The audit of a person's account: types and instants. */
export function AuthEvents(props: AuthEventsProps): ReactNode {
  const { t } = useTexts();
  return (
    <OpenedCard title={t("support.audit")} open={t("support.openAudit")}>
      <Events {...props} />
    </OpenedCard>
  );
}

interface AuthEventsProps {
  readonly userId: string;
  readonly subject: string;
}

function Events({ userId, subject }: AuthEventsProps): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const look = useLook({
    subject,
    name: ["auth-events", userId],
    read: async (header) =>
      await answer(
        api.GET("/api/v1/support/users/{userId}/auth-events", {
          params: { path: { userId }, header },
        }),
      ),
  });
  return (
    <LookView look={look}>
      {({ items }) => (
        <>
          {items.length === 0 && <p className="line">{t("support.none")}</p>}
          {items.map(({ type, at }, index) => (
            <div className="line" key={`${at}:${index}`}>
              <span className="grow mono">{type}</span>
              <span className="meta num">{formats.moment(new Date(at))}</span>
            </div>
          ))}
        </>
      )}
    </LookView>
  );
}
