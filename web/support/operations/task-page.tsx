import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { LookView } from "../access/look-view.tsx";
import { useLook } from "../access/use-look.ts";
import { ReadAt } from "../read-at.tsx";
import { StatusTag } from "../status-tag.tsx";
import type { ItemPageProps } from "../support-place.ts";

/** A daily task as it is stored, with its history and receipts. */
export function TaskPage({ itemId: taskId, subject }: ItemPageProps): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const look = useLook({
    subject,
    name: [subject],
    read: async (header) =>
      await answer(
        api.GET("/api/v1/support/agenda-tasks/{taskId}", {
          params: { path: { taskId }, header },
        }),
      ),
  });
  return (
    <LookView look={look}>
      {(task) => (
        <>
          <ReadAt look={look} />
          <div className="two flip">
            <section className="card">
              <header>
                <h2 className="grow mono">{task.taskKind}</h2>
                <StatusTag status={task.status} />
              </header>
              <div className="in">
                <dl className="facts">
                  <dt>{t("support.day")}</dt>
                  <dd>
                    {formats.localDate(task.localDate)}, {task.timezone}
                  </dd>
                  <dt>{t("support.relationship")}</dt>
                  <dd className="mono">{task.relationshipId}</dd>
                  <dt>{t("support.source")}</dt>
                  <dd className="mono">
                    {task.sourceType} {task.sourceId} · {task.sourceRevision}
                  </dd>
                  <dt>{t("support.revision")}</dt>
                  <dd className="num">{task.revision}</dd>
                </dl>
              </div>
              {task.items.map(({ itemId, label, status }) => (
                <div className="line" key={itemId}>
                  <span className="grow">{label}</span>
                  <StatusTag status={status} />
                </div>
              ))}
            </section>
            <div className="stack-l">
              <section className="card">
                <header>
                  <h2>{t("support.history")}</h2>
                </header>
                {task.history.map(({ eventId, fromStatus, toStatus, actorKind, occurredAt }) => (
                  <div className="line" key={eventId}>
                    <span className="grow">
                      <span className="mono">
                        {fromStatus ?? "–"} → {toStatus}
                      </span>{" "}
                      <span className="meta">{actorKind}</span>
                    </span>
                    <span className="meta num">{formats.moment(new Date(occurredAt))}</span>
                  </div>
                ))}
              </section>
              <section className="card">
                <header>
                  <h2>{t("support.receipts")}</h2>
                </header>
                {task.receipts.length === 0 && <p className="line">{t("support.none")}</p>}
                {task.receipts.map(({ receiptId, actionKind, status, rejectionCode }) => (
                  <div className="line" key={receiptId}>
                    <span className="grow">
                      <span className="mono">{actionKind}</span>{" "}
                      <span className="meta mono">{rejectionCode}</span>
                      <br />
                      <span className="meta mono cut">{receiptId}</span>
                    </span>
                    <StatusTag status={status} />
                  </div>
                ))}
              </section>
              <section className="card">
                <header>
                  <h2>{t("support.snapshot")}</h2>
                </header>
                <div className="in">
                  <pre className="mono payload" tabIndex={0}>
                    {JSON.stringify(task.snapshot, null, 2)}
                  </pre>
                </div>
              </section>
            </div>
          </div>
        </>
      )}
    </LookView>
  );
}
