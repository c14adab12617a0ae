import type { ReactNode } from "react";
import type { components } from "../../api/routes.d.ts";
import { useTexts } from "../../texts/use-texts.ts";

/** Purge orders of a device, and whether it carried them out. */
export function DeviceOrders({ orders }: DeviceOrdersProps): ReactNode {
  const { t, formats } = useTexts();
  const moment = (at: string) => formats.moment(new Date(at));
  return (
    <section className="card">
      <header>
        <h2>{t("support.purgeOrders")}</h2>
      </header>
      {orders.length === 0 && <p className="line">{t("support.none")}</p>}
      {orders.map((order) => (
        <div className="line" key={order.orderId}>
          <span className="grow">
            <span className="mono">{order.trigger}</span>{" "}
            <span className="meta mono">{order.scope}</span>
            <br />
            <span className="meta">{t("support.orderedAt", { at: moment(order.orderedAt) })}</span>
            {(order.lostOperations ?? 0) > 0 && (
              <>
                <br />
                <span className="t-urgent">
                  {t("support.lost", { count: order.lostOperations ?? 0 })}
                </span>
              </>
            )}
          </span>
          <span className={`tag ${order.acknowledgedAt === null ? "warn" : "done"}`}>
            {orderState(order)}
          </span>
        </div>
      ))}
    </section>
  );

  function orderState({ acknowledgedAt, withdrawnAt }: Order): string {
    if (acknowledgedAt !== null) return t("support.acknowledgedAt", { at: moment(acknowledgedAt) });
    return withdrawnAt === null
      ? t("support.notAcknowledged")
      : t("support.withdrawnAt", { at: moment(withdrawnAt) });
  }
}

type Order = components["schemas"]["SupportPurgeOrder"];

interface DeviceOrdersProps {
  readonly orders: readonly Order[];
}
