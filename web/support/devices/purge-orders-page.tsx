import { Link, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import type { components } from "../../api/routes.d.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { LookView } from "../access/look-view.tsx";
import { MorePages } from "../access/more-pages.tsx";
import { useLookPages } from "../access/use-look.ts";
import { ReadAt } from "../read-at.tsx";
import { SupportLink } from "../support-links.tsx";
import { SUPPORT_PATH } from "../support-pages.ts";
import type { ListPageProps } from "../support-place.ts";
import { PURGE_FILTERS, type PurgeFilter } from "../support-search.ts";

/** Purge orders of all devices. Each filter is a look of its own. */
export function PurgeOrdersPage({ subject }: ListPageProps): ReactNode {
  const { t } = useTexts();
  const { only } = useSearch({ from: SUPPORT_PATH });
  return (
    <div className="stack">
      <nav className="tabs" aria-label={t("support.purgeOrders")}>
        {[undefined, ...PURGE_FILTERS].map((filter) => (
          <Link
            key={filter ?? "all"}
            to={SUPPORT_PATH}
            params={{ part: "purge-orders" }}
            search={filter === undefined ? {} : { only: filter }}
            preload={false}
            activeOptions={{ exact: true }}
          >
            {t(`support.orders.${filter ?? "all"}`)}
          </Link>
        ))}
      </nav>
      <Orders key={only ?? "all"} subject={subject} only={only} />
    </div>
  );
}

function Orders({ subject, only }: OrdersProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const filter = {
    ...(only === "waiting" && { unacknowledged: "true" }),
    ...(only === "lost" && { lost: "true" }),
  };
  const look = useLookPages({
    subject,
    name: [subject, only ?? "all"],
    read: async (header, cursor) =>
      await answer(
        api.GET("/api/v1/support/purge-orders", {
          params: { header, query: { ...filter, ...cursor } },
        }),
      ),
  });
  const orders = look.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <LookView look={look}>
      {() => (
        <>
          <ReadAt look={look} />
          <section className="card">
            {orders.length === 0 && (
              <p className="line">
                {t(only === undefined ? "support.noOrders" : "support.noOrdersOfKind")}
              </p>
            )}
            {orders.map((order) => (
              <OrderLine key={order.orderId} order={order} />
            ))}
            <MorePages look={look} />
          </section>
        </>
      )}
    </LookView>
  );
}

interface OrdersProps {
  readonly subject: string;
  readonly only: PurgeFilter | undefined;
}

/** An order: what caused it, of which device, and what its device reported. */
function OrderLine({ order }: { readonly order: components["schemas"]["PurgeOrder"] }): ReactNode {
  const { t, formats } = useTexts();
  const { deviceId, trigger, scope, orderedAt, acknowledgedAt } = order;
  const [lost, sealed] = [order.lostOperations ?? 0, order.sealedOperations ?? 0];
  const moment = (at: string) => formats.moment(new Date(at));
  return (
    <div className="line wrap">
      <span className="grow">
        <span className="mono">{trigger}</span> <span className="meta mono">{scope.kind}</span>
        <br />
        <span className="meta">{t("support.orderedAt", { at: moment(orderedAt) })}</span>
        {sealed > 0 && (
          <>
            <br />
            <span className="meta">{t("support.sealed", { count: sealed })}</span>
          </>
        )}
        {lost > 0 && (
          <>
            <br />
            <span className="t-urgent">{t("support.lost", { count: lost })}</span>
          </>
        )}
        <br />
        <SupportLink part="devices" itemId={deviceId}>
          {t("support.deviceIs", { id: deviceId })}
        </SupportLink>
      </span>
      <span className={`tag ${acknowledgedAt === null ? "warn" : "done"}`}>
        {acknowledgedAt === null
          ? t("support.notAcknowledged")
          : t("support.acknowledgedAt", { at: moment(acknowledgedAt) })}
      </span>
    </div>
  );
}
