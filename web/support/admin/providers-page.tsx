import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import type { components } from "../../api/routes.d.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { LookView } from "../access/look-view.tsx";
import { ONCE } from "../access/use-look.ts";
import { ReadAt } from "../read-at.tsx";
import { StatusTag } from "../status-tag.tsx";
import { CheckProvider } from "./check-provider.tsx";
import { ProviderDialog } from "./provider-dialog.tsx";

/** The ways to sign in: state, health and the last change, with the change of the state. */
export function ProvidersPage(): ReactNode {
  const { t, known } = useTexts();
  const { api } = useConsole();
  const [changed, setChanged] = useState<Provider | null>(null);
  const list = useQuery({
    queryKey: ["support", "providers"],
    queryFn: async () => await answer(api.GET("/api/v1/admin/auth/providers")),
    ...ONCE,
  });
  const close = () => {
    setChanged(null);
    void list.refetch();
  };
  return (
    <LookView look={list}>
      {({ items, warnings }) => (
        <div className="stack">
          <ReadAt look={list} />
          {warnings.map((warning) => (
            <p className="note warn" key={warning}>
              {known("support.setupWarning.", warning, "support.setupWarning.OTHER")}
            </p>
          ))}
          <section className="card">
            <header>
              <h2>{t("support.providers")}</h2>
            </header>
            {items.length === 0 && <p className="line">{t("support.none")}</p>}
            {items.map((provider) => (
              <div className="line wrap" key={provider.providerKey}>
                <ProviderFacts provider={provider} />
                <StatusTag status={provider.status} />
                <Button onPress={() => setChanged(provider)}>{t("support.changeState")}</Button>
                <CheckProvider providerKey={provider.providerKey} />
              </div>
            ))}
          </section>
          {changed && <ProviderDialog provider={changed} close={close} />}
        </div>
      )}
    </LookView>
  );
}

type Provider = components["schemas"]["AdminProvider"];

function ProviderFacts({ provider }: { readonly provider: Provider }): ReactNode {
  const { t, known, language, formats } = useTexts();
  const { providerKey, display, supportedSurfaces, source, health, audit, warnings } = provider;
  const { displayName } = display;
  const moment = (at: string) => formats.moment(new Date(at));
  const { lastChange } = audit;
  return (
    <div className="grow">
      <b>{displayName[language] ?? displayName["en"] ?? providerKey}</b>{" "}
      <span className="meta mono">{providerKey}</span>
      <p className="meta">
        {supportedSurfaces.join(", ")} · {source}
      </p>
      {health && (
        <p className={health.errorCode === null ? "meta" : "t-warn"}>
          {t("support.health", {
            status: health.status,
            latency: health.latencyMs,
            at: moment(health.checkedAt),
          })}
          {health.errorCode !== null && ` · ${health.errorCode}`}
        </p>
      )}
      {lastChange && (
        <p className="meta">
          {t("support.lastChange", { change: lastChange.change, at: moment(lastChange.createdAt) })}
          {lastChange.reason !== null && ` · ${lastChange.reason}`}
        </p>
      )}
      {warnings.map((warning) => (
        <p className="t-warn" key={warning}>
          {known("support.setupWarning.", warning, "support.setupWarning.OTHER")}
        </p>
      ))}
    </div>
  );
}
