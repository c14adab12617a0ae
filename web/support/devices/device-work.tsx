import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { StatusTag } from "../status-tag.tsx";
import type { DeviceProps } from "./device-facts.tsx";

/** The waiting and refused entries of a device: batches, deferred operations, and refusals by code. */
export function DeviceWork({ device }: DeviceProps): ReactNode {
  const { t, formats } = useTexts();
  const { batches, newestBatch, deferredOperations, quarantinedCount, refused } = device;
  const moment = (at: string) => formats.moment(new Date(at));
  return (
    <section className="card">
      <header>
        <h2>{t("support.work")}</h2>
      </header>
      <div className="in">
        <dl className="facts">
          <dt>{t("support.batches")}</dt>
          <dd>
            {t("support.batchesWait", { waiting: batches.notSettled, failing: batches.failing })}
            {batches.oldestAdmittedAt !== null &&
              ` · ${t("support.from", { from: moment(batches.oldestAdmittedAt) })}`}
          </dd>
          <dt>{t("support.quarantine")}</dt>
          <dd className="num">{formats.number(quarantinedCount)}</dd>
          {newestBatch && (
            <>
              <dt>{t("support.newestBatch")}</dt>
              <dd>
                {moment(newestBatch.admittedAt)} <StatusTag status={newestBatch.status} />
                <br />
                {t("support.batchCounts", {
                  all: newestBatch.operations,
                  accepted: newestBatch.accepted,
                  rejected: newestBatch.rejected,
                  conflicted: newestBatch.conflicted,
                  deferred: newestBatch.deferred,
                })}
                {newestBatch.failureCode !== null && (
                  <span className="mono"> {newestBatch.failureCode}</span>
                )}
              </dd>
            </>
          )}
        </dl>
      </div>
      {deferredOperations.map(({ reason, count, nextAttemptAt }) => (
        <p className="line" key={reason}>
          <span className="grow">
            <b className="num">{formats.number(count)}</b>{" "}
            {t("support.deferred", { at: moment(nextAttemptAt) })}
          </span>
          <span className="mono">{reason}</span>
        </p>
      ))}
      {refused.map(({ status, code, count, latestAt }) => (
        <p className="line" key={`${status}:${code}`}>
          <span className="grow">
            <b className="num">{formats.number(count)}</b> <span className="mono">{code}</span>
            <br />
            <span className="meta">{t("support.latest", { at: moment(latestAt) })}</span>
          </span>
          <StatusTag status={status} />
        </p>
      ))}
    </section>
  );
}
