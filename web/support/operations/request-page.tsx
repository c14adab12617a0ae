import { type ReactNode, useEffect } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { LookView } from "../access/look-view.tsx";
import { useLook } from "../access/use-look.ts";
import { useReasons } from "../access/use-reasons.tsx";
import { ReadAt } from "../read-at.tsx";
import type { ItemPageProps } from "../support-place.ts";
import { BatchesList } from "./batches-list.tsx";

/** Stored data of a request: its batches, who settled them, and events that wait. */
export function RequestPage({ itemId: requestId, subject }: ItemPageProps): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const { noteOwner } = useReasons();
  const look = useLook({
    subject,
    name: [subject],
    read: async (header) =>
      await answer(
        api.GET("/api/v1/support/requests/{requestId}", {
          params: { path: { requestId }, header },
        }),
      ),
  });
  const devices = new Set(look.data?.batches.map(({ deviceId }) => deviceId));
  // Phones choose the id, so batches of several people may share it; then each of them needs a reason.
  const only = devices.size === 1 ? [...devices][0] : undefined;
  useEffect(() => {
    if (only !== undefined) noteOwner([subject], `devices:${only}`);
  }, [only, subject]);
  return (
    <LookView look={look}>
      {({ batches, waitingEvents }) => (
        <>
          <ReadAt look={look} />
          <div className="stack-l">
            <section className="card">
              <header>
                <h2>{t("support.batches")}</h2>
                <span className="meta mono cut">{requestId}</span>
              </header>
              {batches.length === 0 && <p className="line">{t("support.noBatches")}</p>}
              <BatchesList batches={batches} from="DEVICE" />
            </section>
            <section className="card">
              <header>
                <h2>{t("support.waitingEvents")}</h2>
              </header>
              {waitingEvents.length === 0 && <p className="line">{t("support.none")}</p>}
              {waitingEvents.map(({ type, consumer, subjectId, occurredAt, attempts }) => (
                <div className="line" key={`${type}:${consumer}:${subjectId}`}>
                  <span className="grow">
                    <span className="mono">{type}</span>
                    <br />
                    <span className="meta">
                      {consumer} · {formats.moment(new Date(occurredAt))} ·{" "}
                      {t("support.attempts", { count: attempts })}
                    </span>
                  </span>
                </div>
              ))}
            </section>
          </div>
        </>
      )}
    </LookView>
  );
}
