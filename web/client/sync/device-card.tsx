import type { ReactNode } from "react";
import { Icon } from "../../kit/icon.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { clockError, deviceState } from "./device-state.ts";
import type { DeviceHealth } from "./sync-query.ts";

/** A phone: last contact, what waits on it or was refused, its plan and its clock. */
export function DeviceCard({ device, zone, now }: DeviceCardProps): ReactNode {
  const { t, formats } = useTexts();
  const { name, platform, appVersion, lastSyncAt, outbox, refused, plan } = device;
  const state = deviceState(device, now);
  const offset = clockError(device);
  return (
    <section className="card">
      <header>
        <Icon name="phone" />
        <h2 className="cut">{name ?? t("sync.device")}</h2>
        <span className={`tag ${COLOURS[state]}`}>{t(`sync.state.${state}`)}</span>
        <span className="grow" />
        <span className="meta">{t("sync.app", { platform, version: appVersion })}</span>
      </header>
      <div className="in">
        <dl className="facts">
          <dt>{t("sync.lastSync")}</dt>
          <dd>
            {lastSyncAt === null
              ? t("clients.neverSynced")
              : t("sync.lastSyncAt", {
                  at: formats.moment(new Date(lastSyncAt), zone),
                  span: formats.span(now.getTime() - Date.parse(lastSyncAt)),
                })}
          </dd>
          <dt>{t("sync.unsynced")}</dt>
          <dd>
            {outbox === null
              ? t("sync.notReported")
              : t("sync.unsyncedCount", {
                  count: outbox.depth,
                  at: formats.moment(new Date(outbox.reportedAt), zone),
                })}
          </dd>
          <dt>{t("sync.refused")}</dt>
          <dd>
            {refused.length === 0 && t("clients.noEntries")}
            {refused.map(({ code, status, count, latestAt }) => (
              <p key={`${status}:${code}`}>
                <b className="num">{formats.number(count)}</b> <span className="mono">{code}</span>{" "}
                <span className="meta">{formats.moment(new Date(latestAt), zone)}</span>
              </p>
            ))}
          </dd>
          <dt>{t("sync.plan")}</dt>
          <dd>
            {plan === null
              ? t("sync.noPlan")
              : t(plan.revision === plan.presentRevision ? "sync.planCurrent" : "sync.planOld", {
                  revision: plan.revision,
                  date: formats.day(new Date(plan.publishedAt)),
                  present: plan.presentRevision,
                })}
          </dd>
          <dt>{t("sync.clock")}</dt>
          <dd>
            {offset === null
              ? t("sync.clockRight")
              : t(offset > 0 ? "sync.clockAhead" : "sync.clockBehind", {
                  span: formats.span(Math.abs(offset)),
                })}
          </dd>
        </dl>
      </div>
    </section>
  );
}

interface DeviceCardProps {
  readonly device: DeviceHealth;
  /** The client's zone: a phone's contact is a part of the client's day. */
  readonly zone: string;
  readonly now: Date;
}

const COLOURS = { NEVER: "", BEHIND: "warn", QUIET: "", CURRENT: "done" } as const;
