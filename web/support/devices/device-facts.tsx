import type { ReactNode } from "react";
import type { components } from "../../api/routes.d.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { StatusTag } from "../status-tag.tsx";
import { SupportLink } from "../support-links.tsx";

/** Facts about a device: its build, its owner, and its last contact. */
export function DeviceFacts({ device }: DeviceProps): ReactNode {
  const { t, formats } = useTexts();
  const { platform, appVersion, buildNumber, osVersion, clock, outbox } = device;
  const moment = (at: string | null) =>
    at === null ? t("support.no") : formats.moment(new Date(at));
  return (
    <section className="card">
      <header>
        <h2 className="grow">{t("support.deviceName", { platform, version: appVersion })}</h2>
        <StatusTag status={device.status} />
      </header>
      <div className="in">
        <p className="meta mono cut">{device.deviceId}</p>
        <dl className="facts">
          <dt>{t("support.owner")}</dt>
          <dd>
            <SupportLink part="people" itemId={device.userId} className="mono">
              {device.userId}
            </SupportLink>
          </dd>
          <dt>{t("support.app")}</dt>
          <dd>
            {t("support.build", { app: device.appSurface, build: buildNumber, os: osVersion })}
          </dd>
          <dt>{t("support.since")}</dt>
          <dd>{moment(device.createdAt)}</dd>
          <dt>{t("support.lastSync")}</dt>
          <dd>{moment(device.lastSuccessfulSyncAt)}</dd>
          <dt>{t("support.revoked")}</dt>
          <dd>{moment(device.revokedAt)}</dd>
          <dt>{t("support.clock")}</dt>
          <dd>
            {clock === null
              ? t("support.notReported")
              : t("support.clockOffset", {
                  seconds: formats.number(Math.round(clock.offsetMs / 1000)),
                  at: moment(clock.readAt),
                })}
          </dd>
          <dt>{t("support.outbox")}</dt>
          <dd>
            {outbox === null
              ? t("support.notReported")
              : t("support.outboxHolds", {
                  depth: outbox.depth,
                  rejected: outbox.rejected,
                  conflicted: outbox.conflicted,
                })}
          </dd>
          <dt>{t("support.drafts")}</dt>
          <dd className="num">{formats.number(device.conflictsWaiting)}</dd>
          <dt>{t("support.mismatches")}</dt>
          <dd className="num">{formats.number(device.checksumMismatches)}</dd>
        </dl>
      </div>
    </section>
  );
}

export interface DeviceProps {
  readonly device: components["schemas"]["SupportDevice"];
}
