import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import type { components } from "../../api/routes.d.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { Empty } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { LookView } from "../access/look-view.tsx";
import { MorePages } from "../access/more-pages.tsx";
import { useLookPages } from "../access/use-look.ts";
import { ReadAt } from "../read-at.tsx";
import { SupportLink } from "../support-links.tsx";
import type { ListPageProps } from "../support-place.ts";
import { groupByCause } from "./group-by-cause.ts";
import { RedriveDialog } from "./redrive-dialog.tsx";
import { useRows } from "./use-rows.ts";

/** Everything in quarantine, by its cause. Each operation is driven again for its own reason. */
export function QuarantinePage({ subject }: ListPageProps): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const [asked, setAsked] = useState<Quarantined | null>(null);
  const look = useLookPages({
    subject,
    name: [subject],
    read: async (header, cursor) =>
      await answer(api.GET("/api/v1/support/quarantine", { params: { header, query: cursor } })),
  });
  const causes = groupByCause(look.data?.pages.flatMap(({ items }) => items) ?? []);
  const all = causes.flatMap(({ operations }) => operations);
  const { current, row } = useRows(all.map(({ receiptId }) => receiptId));
  const driven = all.find(({ receiptId }) => receiptId === current) ?? null;
  const isOff = driven === null || !driven.redrivable;
  useKeys([
    { keys: ["d"], label: t("support.redrive"), run: () => setAsked(driven), isShown: true, isOff },
  ]);
  return (
    <LookView look={look}>
      {() => (
        <>
          <ReadAt look={look} />
          {all.length === 0 && <Empty title={t("support.quarantineEmpty")} />}
          <div className="stack-l">
            {causes.map(({ faultClass, operations, devices, since }) => (
              <section className="card" key={faultClass}>
                <header>
                  <h2 className="mono">{faultClass}</h2>
                  <span className="meta">
                    {t("support.causeCounts", {
                      operations: operations.length,
                      devices,
                      at: formats.moment(new Date(since)),
                    })}
                  </span>
                </header>
                {operations.map((operation) => (
                  <div
                    className="line wrap"
                    key={operation.receiptId}
                    {...row(operation.receiptId)}
                  >
                    <QuarantinedLine operation={operation} />
                    {operation.redrivable ? (
                      <Button keys="d" onPress={() => setAsked(operation)}>
                        {t("support.redrive")}
                      </Button>
                    ) : (
                      <span className="meta">{t("support.notRedrivable")}</span>
                    )}
                  </div>
                ))}
              </section>
            ))}
          </div>
          <MorePages look={look} />
          {asked && (
            <RedriveDialog
              receiptId={asked.receiptId}
              subject={`devices:${asked.deviceId}`}
              close={() => setAsked(null)}
            />
          )}
        </>
      )}
    </LookView>
  );
}

type Quarantined = components["schemas"]["QuarantinedOperation"];

function QuarantinedLine({ operation }: { readonly operation: Quarantined }): ReactNode {
  const { t, formats } = useTexts();
  const { receiptId, deviceId, operationType, attempts, quarantinedAt } = operation;
  return (
    <span className="grow">
      <SupportLink part="operations" itemId={receiptId} className="mono">
        {operationType}
      </SupportLink>
      <br />
      <span className="meta">
        {t("support.quarantinedAt", {
          at: formats.moment(new Date(quarantinedAt)),
          count: attempts,
        })}
      </span>
      <br />
      <SupportLink part="devices" itemId={deviceId}>
        {t("support.deviceIs", { id: deviceId })}
      </SupportLink>
    </span>
  );
}
