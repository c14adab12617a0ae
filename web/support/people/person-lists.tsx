import type { ReactNode } from "react";
import type { components } from "../../api/routes.d.ts";
import { Icon } from "../../kit/icon.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { StatusTag } from "../status-tag.tsx";
import { SupportLink } from "../support-links.tsx";

/** The devices of a person, in short. Following one is a look at it. */
export function DevicesCard({ devices }: { readonly devices: readonly Device[] }): ReactNode {
  const { t, formats } = useTexts();
  return (
    <section className="card">
      <header>
        <h2>{t("support.devices")}</h2>
      </header>
      {devices.length === 0 && <p className="line">{t("support.none")}</p>}
      {devices.map(({ deviceId, platform, appVersion, status, lastSuccessfulSyncAt: at }) => (
        <SupportLink key={deviceId} part="devices" itemId={deviceId} className="line">
          <span className={status === "ACTIVE" ? "dot" : "dot off"} />
          <span className="grow">
            <b>{t("support.deviceName", { platform, version: appVersion })}</b>
            <br />
            <span className="meta">
              {at === null
                ? t("support.neverSynced")
                : t("support.syncedAt", { at: formats.moment(new Date(at)) })}
            </span>
          </span>
          <StatusTag status={status} />
          <Icon name="right" />
        </SupportLink>
      ))}
    </section>
  );
}

type Device = components["schemas"]["SupportPersonDevice"];

/** The onboardings of a person. */
export function OnboardingCard({ onboarding }: OnboardingCardProps): ReactNode {
  const { t } = useTexts();
  return (
    <section className="card">
      <header>
        <h2>{t("support.onboarding")}</h2>
      </header>
      {onboarding.length === 0 && <p className="line">{t("support.none")}</p>}
      {onboarding.map(({ instanceId, status }) => (
        <SupportLink key={instanceId} part="onboarding" itemId={instanceId} className="line">
          <span className="grow mono cut">{instanceId}</span>
          <StatusTag status={status} />
          <Icon name="right" />
        </SupportLink>
      ))}
    </section>
  );
}

interface OnboardingCardProps {
  readonly onboarding: readonly components["schemas"]["SupportPersonOnboarding"][];
}
