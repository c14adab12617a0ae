import { type ReactNode, useState } from "react";
import type { ConsoleConfig } from "../config.ts";
import { Button } from "../kit/button.tsx";
import { Mark } from "../kit/mark.tsx";
import { useTexts } from "../texts/use-texts.tsx";
import type { Arrival } from "./arrive.ts";

/** The page of somebody who is not signed in. */
export function Door({ config, arrival, signIn }: DoorProps): ReactNode {
  const { t } = useTexts();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState(arrival.kind);
  const begin = () => {
    setIsBusy(true);
    signIn().catch(() => {
      setFailure("UNREACHABLE");
      setIsBusy(false);
    });
  };
  return (
    <main className="doorway">
      <div className="door">
        <Mark />
        <h1>{t("session.title")}</h1>
        <p className="soft">{config.clientId === null ? t("session.noWeb") : t("session.lead")}</p>
        {(failure === "REFUSED" || failure === "UNREACHABLE") && (
          <p className="note warn" role="alert">
            {t(`session.${failure}`)}
          </p>
        )}
        {config.clientId !== null && (
          <Button kind="go" onPress={begin} isPending={isBusy} autoFocus>
            {t("session.signIn")}
          </Button>
        )}
        {config.stackLinks.length > 0 && (
          <nav aria-label={t("session.stack")} className="stack">
            <h2>{t("session.stack")}</h2>
            <ul>
              {config.stackLinks.map(({ name, url }) => (
                <li key={url}>
                  <a href={url}>{name}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </main>
  );
}

interface DoorProps {
  readonly config: ConsoleConfig;
  readonly arrival: Arrival;
  readonly signIn: () => Promise<never>;
}
