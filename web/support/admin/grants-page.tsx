import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import { firstPage } from "../../api/first-page.ts";
import type { components } from "../../api/routes.d.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { ActDialog } from "../access/act-dialog.tsx";
import { LookView } from "../access/look-view.tsx";
import { MorePages } from "../access/more-pages.tsx";
import { ONCE } from "../access/use-look.ts";
import { ReadAt } from "../read-at.tsx";
import { GrantDialog } from "./grant-dialog.tsx";

/** The permissions of support staff, newest first: who has which, why and since when. */
export function GrantsPage(): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const [asked, setAsked] = useState<Grant | "NEW" | null>(null);
  const list = useInfiniteQuery({
    queryKey: ["support", "grants"],
    queryFn: async ({ pageParam }) =>
      await answer(
        api.GET("/api/v1/admin/support-grants", {
          params: { query: pageParam === null ? {} : { cursor: pageParam } },
        }),
      ),
    initialPageParam: firstPage(),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...ONCE,
  });
  const grants = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const close = () => {
    setAsked(null);
    void list.refetch();
  };
  return (
    <LookView look={list}>
      {() => (
        <>
          <ReadAt look={list} />
          <section className="card">
            <header>
              <h2 className="grow">{t("support.grants")}</h2>
              <Button kind="go" onPress={() => setAsked("NEW")}>
                {t("support.grant")}
              </Button>
            </header>
            {grants.length === 0 && <p className="line">{t("support.noGrants")}</p>}
            {grants.map((grant) => (
              <GrantLine key={grant.grantId} grant={grant} revoke={() => setAsked(grant)} />
            ))}
            <MorePages look={list} />
          </section>
          {asked === "NEW" && <GrantDialog close={close} />}
          {asked !== null && asked !== "NEW" && (
            <ActDialog
              title={t("support.revokeTitle", { permission: asked.permission })}
              lead={t("support.revokeLead", { subject: asked.subject })}
              go={t("support.revoke")}
              subject={null}
              isBad
              act={async ({ reason }) =>
                await answer(
                  api.POST("/api/v1/admin/support-grants/{grantId}/revoke", {
                    params: { path: { grantId: asked.grantId } },
                    body: { reason },
                  }),
                )
              }
              outcome={() => t("support.revokedNow")}
              close={close}
            />
          )}
        </>
      )}
    </LookView>
  );
}

type Grant = components["schemas"]["SupportGrant"];

function GrantLine({ grant, revoke }: GrantLineProps): ReactNode {
  const { t, formats } = useTexts();
  const { subject, permission, reason, grantedAt, revokedAt } = grant;
  const moment = (at: string) => formats.moment(new Date(at));
  return (
    <div className="line wrap">
      <div className="grow">
        <b className="mono">{permission}</b> <span className="mono meta">{subject}</span>
        <p className="meta">
          {t("support.grantedAt", { at: moment(grantedAt) })} · {reason}
        </p>
      </div>
      {revokedAt === null ? (
        <Button onPress={revoke}>{t("support.revoke")}</Button>
      ) : (
        <span className="tag">{t("support.revokedAt", { at: moment(revokedAt) })}</span>
      )}
    </div>
  );
}

interface GrantLineProps {
  readonly grant: Grant;
  readonly revoke: () => void;
}
