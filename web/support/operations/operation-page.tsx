import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { LookView } from "../access/look-view.tsx";
import { useLook } from "../access/use-look.ts";
import { ReadAt } from "../read-at.tsx";
import { SupportLink } from "../support-links.tsx";
import type { ItemPageProps } from "../support-place.ts";

/** An operation as it was received. It may hold health data, so its reason is never that of another page. */
export function OperationPage({ itemId: receiptId, subject }: ItemPageProps): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const look = useLook({
    subject,
    name: [subject],
    read: async (header) =>
      await answer(
        api.GET("/api/v1/support/operations/{receiptId}/payload", {
          params: { path: { receiptId }, header },
        }),
      ),
  });
  return (
    <LookView look={look}>
      {({ deviceId, relationshipId, clientOperationId, receivedAt, operation }) => (
        <>
          <ReadAt look={look} />
          <section className="card">
            <header>
              <h2>{t("support.received")}</h2>
              <span className="meta mono cut">{receiptId}</span>
            </header>
            <div className="in stack">
              <p className="note warn">{t("support.payloadWarning")}</p>
              <dl className="facts">
                <dt>{t("support.id.devices")}</dt>
                <dd>
                  <SupportLink part="devices" itemId={deviceId} className="mono">
                    {deviceId}
                  </SupportLink>
                </dd>
                <dt>{t("support.relationship")}</dt>
                <dd className="mono">{relationshipId}</dd>
                <dt>{t("support.column.operation")}</dt>
                <dd className="mono">{clientOperationId}</dd>
                <dt>{t("support.receivedAt")}</dt>
                <dd>{formats.moment(new Date(receivedAt))}</dd>
              </dl>
              <pre className="mono payload" tabIndex={0}>
                {JSON.stringify(operation, null, 2)}
              </pre>
            </div>
          </section>
        </>
      )}
    </LookView>
  );
}
