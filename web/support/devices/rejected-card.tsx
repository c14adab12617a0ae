import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import type { components } from "../../api/routes.d.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { LookView } from "../access/look-view.tsx";
import { MorePages } from "../access/more-pages.tsx";
import { OpenedCard } from "../access/opened-card.tsx";
import { useLookPages } from "../access/use-look.ts";
import { RedriveDialog } from "../operations/redrive-dialog.tsx";
import { useRows } from "../operations/use-rows.ts";
import { StatusTag } from "../status-tag.tsx";
import { SupportLink } from "../support-links.tsx";

/** The operations of a device that were refused, and why; a crashed one can be driven again. */
export function RejectedCard(props: RejectedCardProps): ReactNode {
  const { t } = useTexts();
  return (
    <OpenedCard title={t("support.rejected")} open={t("support.openRejected")}>
      <RejectedList {...props} />
    </OpenedCard>
  );
}

interface RejectedCardProps {
  readonly deviceId: string;
  readonly subject: string;
}

function RejectedList({ deviceId, subject }: RejectedCardProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const [asked, setAsked] = useState<string | null>(null);
  const look = useLookPages({
    subject,
    name: ["rejected", deviceId],
    read: async (header, cursor) =>
      await answer(
        api.GET("/api/v1/support/devices/{deviceId}/rejected-operations", {
          params: { path: { deviceId }, header, query: cursor },
        }),
      ),
  });
  const refused = look.data?.pages.flatMap(({ items }) => items) ?? [];
  const { current, row } = useRows(refused.map(({ receiptId }) => receiptId));
  const driven = refused.find(({ receiptId }) => receiptId === current);
  const isOff = driven === undefined || !isRedrivable(driven);
  useKeys([
    {
      keys: ["d"],
      label: t("support.redrive"),
      run: () => setAsked(current),
      isShown: true,
      isOff,
    },
  ]);
  return (
    <LookView look={look}>
      {() => (
        <>
          {refused.length === 0 && <p className="line">{t("support.none")}</p>}
          {refused.map((operation) => (
            <div className="line wrap" key={operation.receiptId} {...row(operation.receiptId)}>
              <Refused operation={operation} />
              <StatusTag status={operation.status} />
              {isRedrivable(operation) && (
                <Button keys="d" onPress={() => setAsked(operation.receiptId)}>
                  {t("support.redrive")}
                </Button>
              )}
            </div>
          ))}
          <MorePages look={look} />
          {asked !== null && (
            <RedriveDialog receiptId={asked} subject={subject} close={() => setAsked(null)} />
          )}
        </>
      )}
    </LookView>
  );
}

/** A refused operation, with a link to the sent content as long as that is kept. */
function Refused({ operation }: { readonly operation: Operation }): ReactNode {
  const { t, formats } = useTexts();
  const { receiptId, chainSeq, operationType, code, category, fault, payloadKept } = operation;
  const at = formats.moment(new Date(operation.decidedAt));
  return (
    <span className="grow">
      {payloadKept ? (
        <SupportLink part="operations" itemId={receiptId}>
          {t("support.receiptNo", { number: chainSeq })}
        </SupportLink>
      ) : (
        t("support.receiptNo", { number: chainSeq })
      )}{" "}
      <span className="mono">{operationType}</span>
      <br />
      <span className="meta">
        {at} · <span className="mono">{code ?? category}</span>
        {fault && ` · ${t("support.crashed", { cause: fault.faultClass, count: fault.attempts })}`}
        {fault && fault.redrivenAs !== null && ` · ${t("support.wasRedriven")}`}
      </span>
    </span>
  );
}

type Operation = components["schemas"]["RejectedOperation"];

const isRedrivable = ({ fault }: Operation): boolean => fault !== null && fault.redrivenAs === null;
