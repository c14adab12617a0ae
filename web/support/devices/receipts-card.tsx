import { type ReactNode, useState } from "react";
import { FULL_RECEIPT_DAYS } from "../../../contract/sync/vocabulary.ts";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { LookView } from "../access/look-view.tsx";
import { MorePages } from "../access/more-pages.tsx";
import { OpenedCard } from "../access/opened-card.tsx";
import { useLookPages } from "../access/use-look.ts";
import { BatchesList } from "../operations/batches-list.tsx";
import { TemporalLink } from "../operations/temporal-link.tsx";
import { type ChainCheck, checkChain } from "./check-chain.ts";
import { ChainResult } from "./chain-result.tsx";
import { ReceiptsTable } from "./receipts-table.tsx";

/** The receipts of a device, without their content, with the check of their chain. */
export function ReceiptsCard(props: ReceiptsCardProps): ReactNode {
  const { t } = useTexts();
  return (
    <OpenedCard title={t("support.receipts")} open={t("support.openReceipts")}>
      <Receipts {...props} />
    </OpenedCard>
  );
}

interface ReceiptsCardProps {
  readonly deviceId: string;
  readonly subject: string;
  /** Number and hash of the newest receipt, as the device's own read shows it. */
  readonly head: { readonly seq: number; readonly hash: string };
}

function Receipts({ deviceId, subject, head }: ReceiptsCardProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const [check, setCheck] = useState<ChainCheck | null>(null);
  const look = useLookPages({
    subject,
    name: ["receipts", deviceId],
    read: async (header, cursor) =>
      await answer(
        api.GET("/api/v1/support/devices/{deviceId}/receipts", {
          params: { path: { deviceId }, header, query: cursor },
        }),
      ),
  });
  const receipts = look.data?.pages.flatMap(({ items }) => items) ?? [];
  const batches = look.data?.pages.flatMap((page) => page.batches) ?? [];
  const verify = () => setCheck(checkChain(head, receipts, new Date(Date.now() - PRUNED_AFTER_MS)));
  useKeys([
    { keys: ["v"], label: t("support.verify"), run: verify, isShown: true, isOff: !look.data },
  ]);
  return (
    <LookView look={look}>
      {() => (
        <>
          <div className="line wrap">
            <Button keys="v" onPress={verify}>
              {t("support.verify")}
            </Button>
            {batches[0] && (
              <TemporalLink workflow={batches[0].device} name={t("support.deviceActor")} />
            )}
            {check ? (
              <ChainResult check={check} />
            ) : (
              <span className="meta">{t("support.receiptCount", { count: head.seq })}</span>
            )}
          </div>
          <ReceiptsTable receipts={receipts} />
          <MorePages look={look} />
          {batches.length > 0 && (
            <details>
              <summary className="line">{t("support.theirBatches")}</summary>
              <BatchesList batches={batches} from="REQUEST" />
            </details>
          )}
        </>
      )}
    </LookView>
  );
}

/** Older receipts may be pruned. */
const PRUNED_AFTER_MS = FULL_RECEIPT_DAYS * 24 * 60 * 60_000;
