import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import type { Relationship } from "../client-queries.ts";

/** The client's statements at the start. A field that the client hides from coaches says so. */
export function BaselineCard({ client }: { readonly client: Relationship }): ReactNode {
  const { t, formats } = useTexts();
  const { baseline } = client;
  if (baseline === null) return null;
  const isHidden = (field: string) => baseline.withheld.includes(field);
  const fact = (field: string, value: string | null) =>
    isHidden(field) ? t("client.hiddenByClient") : (value ?? t("client.notStated"));
  const { birthDate, heightCm, goal } = baseline;
  const isWaiting = client.status === "ONBOARDING";
  return (
    <section className="card">
      <header>
        <h2>{t("client.baseline")}</h2>
        {isWaiting && <span className="tag warn">{t("client.baselineWaiting")}</span>}
      </header>
      <div className="in stack">
        <dl className="facts">
          <dt>{t("client.goal")}</dt>
          <dd>{fact("goal", goal)}</dd>
          <dt>{t("client.height")}</dt>
          <dd>
            {fact(
              "heightCm",
              heightCm === null
                ? null
                : t("client.centimetres", { value: formats.number(heightCm) }),
            )}
          </dd>
          <dt>{t("client.birthDate")}</dt>
          <dd>{fact("birthDate", birthDate === null ? null : formats.fullDate(birthDate))}</dd>
          <dt>{t("client.zone")}</dt>
          <dd>
            {client.timezone}
            {client.nextTimezone !== null && client.zoneChangesAt !== null && (
              <>
                <br />
                {t("client.zoneNext", {
                  zone: client.nextTimezone,
                  at: formats.moment(new Date(client.zoneChangesAt), client.timezone),
                })}
              </>
            )}
            <br />
            <span className="meta">{t("client.zoneHint")}</span>
          </dd>
        </dl>
        <p className="meta">{t(isWaiting ? "client.baselineWaive" : "client.baselineReview")}</p>
      </div>
    </section>
  );
}
