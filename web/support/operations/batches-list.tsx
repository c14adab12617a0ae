import type { ReactNode } from "react";
import type { components } from "../../api/routes.d.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { StatusTag } from "../status-tag.tsx";
import { SupportLink } from "../support-links.tsx";
import { TemporalLink } from "./temporal-link.tsx";

/** Batches with the workflow that settled each of them, and the way to where it came from. */
export function BatchesList({ batches, from }: BatchesListProps): ReactNode {
  const { t, formats } = useTexts();
  return batches.map((batch) => (
    <div className="line" key={batch.batchId}>
      <div className="grow">
        <b>{t("support.batchAt", { at: formats.moment(new Date(batch.admittedAt)) })}</b>
        <p className="meta">
          {t("support.batchCounts", {
            all: batch.operationCount,
            accepted: batch.acceptedCount,
            rejected: batch.rejectedCount,
            conflicted: batch.conflictCount,
            deferred: batch.deferredCount,
          })}
          {batch.firstReceipt !== null &&
            ` · ${t("support.receiptRange", {
              first: batch.firstReceipt,
              last: batch.lastReceipt ?? batch.firstReceipt,
            })}`}
        </p>
        {batch.failureCode !== null && <p className="mono t-urgent">{batch.failureCode}</p>}
        <p className="row-h wrap">
          {from === "REQUEST" ? (
            <SupportLink part="requests" itemId={batch.requestId}>
              {t("support.requestIs", { id: batch.requestId })}
            </SupportLink>
          ) : (
            <>
              <SupportLink part="devices" itemId={batch.deviceId}>
                {t("support.deviceIs", { id: batch.deviceId })}
              </SupportLink>
              <TemporalLink workflow={batch.device} name={t("support.deviceActor")} />
            </>
          )}
          {batch.settledBy && (
            <TemporalLink workflow={batch.settledBy} name={t("support.settledBy")} />
          )}
        </p>
      </div>
      <StatusTag status={batch.status} />
    </div>
  ));
}

interface BatchesListProps {
  readonly batches: readonly components["schemas"]["SupportTracedBatch"][];
  /** Where the reader comes from. The list links to the other: the request that brought a batch, or its device. */
  readonly from: "DEVICE" | "REQUEST";
}
