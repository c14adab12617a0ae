import { type ReactNode, useEffect, useState } from "react";
import type { ConsoleConfig } from "../config.ts";
import { Button } from "../kit/button.tsx";
import { Mark } from "../kit/mark.tsx";
import { Loading } from "../kit/states.tsx";
import { useTexts } from "../texts/use-texts.ts";
import type { Arrival } from "./arrive.ts";
import type { SignInOptions } from "./session.ts";
import { useWays } from "./use-ways.ts";
import { isOpenWay } from "./ways.ts";

/** The page of somebody who is not signed in. */
export function Door({ config, arrival, isJoining = false, signIn }: DoorProps): ReactNode {
  const { t } = useTexts();
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState(arrival.kind);
  useEffect(() => {
    document.title = t("session.title");
  }, [t]);
  const begin = (alias: string) => {
    setBusy(alias);
    signIn(alias === "" ? {} : { provider: alias }).catch(() => {
      setFailure("UNREACHABLE");
      setBusy(null);
    });
  };
  return (
    <main className="doorway">
      <div className="door">
        <Mark />
        <h1>{t("session.title")}</h1>
        <p className="soft">{t(leadOf(config, isJoining))}</p>
        {failure !== "SIGNED_IN" && failure !== "SIGNED_OUT" && (
          <p className="note warn" role="alert">
            {t(`session.${failure}`)}
          </p>
        )}
        {/* Without storage no sign-in can return. */}
        {config.clientId !== null && arrival.kind !== "NO_STORAGE" && (
          <Ways busy={busy} begin={begin} />
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

function leadOf({ clientId }: ConsoleConfig, isJoining: boolean) {
  if (clientId === null) return "session.noWeb";
  return isJoining ? "session.joining" : "session.lead";
}

/** One button for each way, in the server's order. Without the list, the provider itself asks for the way. */
function Ways({ busy, begin }: WaysProps): ReactNode {
  const { t, language } = useTexts();
  const ways = useWays(language);
  if (ways === null) return <Loading rows={2} />;
  if (!ways.some(isOpenWay))
    return (
      <Button kind="go" onPress={() => begin("")} isPending={busy !== null} autoFocus>
        {t("session.signIn")}
      </Button>
    );
  const first = ways.find(isOpenWay)?.alias;
  return ways.map((way) => (
    <Button
      key={way.key}
      kind={way.alias === first ? "go" : "plain"}
      onPress={() => begin(way.alias)}
      isPending={busy === way.alias}
      autoFocus={way.alias === first}
      offReason={isOpenWay(way) ? null : (way.supportCopy ?? t("session.maintenance"))}
    >
      {isOpenWay(way) ? way.label : `${way.label}, ${t("session.maintenance")}`}
    </Button>
  ));
}

interface WaysProps {
  /** Alias of the way that is being opened. */
  readonly busy: string | null;
  readonly begin: (alias: string) => void;
}

interface DoorProps {
  readonly config: ConsoleConfig;
  readonly arrival: Arrival;
  /** True if the person comes from an invitation to join. */
  readonly isJoining?: boolean;
  readonly signIn: (options: SignInOptions) => Promise<never>;
}
