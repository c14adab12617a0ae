import { type ReactNode, useEffect, useState } from "react";
import { answer } from "../../api/api-client.ts";
import type { components } from "../../api/routes.d.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { reasonHeader } from "../access/access-reason.ts";
import { ActDialog } from "../access/act-dialog.tsx";
import { LookView } from "../access/look-view.tsx";
import { useLook } from "../access/use-look.ts";
import { useReasons } from "../access/use-reasons.tsx";
import { ReadAt } from "../read-at.tsx";
import { StatusTag } from "../status-tag.tsx";
import { SupportLink } from "../support-links.tsx";
import type { ItemPageProps } from "../support-place.ts";

/** An onboarding: its workflow, tasks and history. Answers of the questionnaire are not part of it. */
export function OnboardingPage({ itemId: instanceId, subject }: ItemPageProps): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const { noteOwner } = useReasons();
  const look = useLook({
    subject,
    name: [subject],
    read: async (header) =>
      await answer(
        api.GET("/api/v1/support/onboarding/{instanceId}", {
          params: { path: { instanceId }, header },
        }),
      ),
  });
  const owner = look.data?.clientUserId;
  useEffect(() => {
    if (owner !== undefined) noteOwner([subject], `people:${owner}`);
  }, [owner, subject]);
  return (
    <LookView look={look}>
      {({ clientUserId, workflow, questionnaire, baseline, blocks, history }) => (
        <>
          <ReadAt look={look} />
          <div className="two flip">
            <section className="card">
              <header>
                <h2 className="grow">{t("support.onboarding")}</h2>
                <StatusTag status={workflow.status} />
              </header>
              <div className="in">
                <dl className="facts">
                  <dt>{t("support.id.people")}</dt>
                  <dd>
                    <SupportLink part="people" itemId={clientUserId} className="mono">
                      {clientUserId}
                    </SupportLink>
                  </dd>
                  <dt>{t("support.started")}</dt>
                  <dd>{formats.moment(new Date(workflow.startedAt))}</dd>
                  <dt>{t("support.blocks")}</dt>
                  <dd>
                    {[
                      blocks.programs ? t("support.blocksPrograms") : null,
                      blocks.nutrition ? t("support.blocksNutrition") : null,
                    ]
                      .filter((text) => text !== null)
                      .join(", ") || t("support.none")}
                  </dd>
                </dl>
              </div>
            </section>
            <div className="stack-l">
              <section className="card">
                <header>
                  <h2>{t("support.tasks")}</h2>
                </header>
                {[questionnaire, baseline].map(
                  (task) =>
                    task && (
                      <TaskLine
                        key={task.taskId}
                        task={task}
                        instanceId={instanceId}
                        subject={subject}
                      />
                    ),
                )}
              </section>
              <section className="card">
                <header>
                  <h2>{t("support.history")}</h2>
                </header>
                {history.length === 0 && <p className="line">{t("support.none")}</p>}
                {history.map(({ eventId, type, actorKind, occurredAt }) => (
                  <div className="line" key={eventId}>
                    <span className="grow">
                      <span className="mono">{type}</span> <span className="meta">{actorKind}</span>
                    </span>
                    <span className="meta num">{formats.moment(new Date(occurredAt))}</span>
                  </div>
                ))}
              </section>
            </div>
          </div>
        </>
      )}
    </LookView>
  );
}

/** A task, and the act that completes it without its submission. */
function TaskLine({ task, instanceId, subject }: TaskLineProps): ReactNode {
  const { t, known, formats } = useTexts();
  const { api } = useConsole();
  const [isAsked, setIsAsked] = useState(false);
  const { taskId, taskType, status, dueAt } = task;
  return (
    <div className="line">
      <span className="grow">
        <b>{known("support.taskType.", taskType, "support.status.OTHER")}</b>
        {dueAt !== null && (
          <>
            <br />
            <span className="meta">
              {t("support.due", { at: formats.moment(new Date(dueAt)) })}
            </span>
          </>
        )}
      </span>
      <StatusTag status={status} />
      {OPEN.has(status) && (
        <Button onPress={() => setIsAsked(true)}>{t("support.forceComplete")}</Button>
      )}
      {isAsked && (
        <ActDialog
          title={t("support.forceCompleteTitle")}
          lead={t("support.forceCompleteLead")}
          go={t("support.forceComplete")}
          subject={subject}
          act={async ({ reason, key }) =>
            await answer(
              api.POST("/api/v1/support/onboarding/{instanceId}/tasks/{taskId}/force-complete", {
                params: {
                  path: { instanceId, taskId },
                  header: { "Idempotency-Key": key, "X-Access-Reason": reasonHeader(reason) },
                },
              }),
            )
          }
          outcome={(done) =>
            t("support.taskIs", {
              status: known("support.status.", done.task.status, "support.status.OTHER"),
            })
          }
          close={() => setIsAsked(false)}
        />
      )}
    </div>
  );
}

interface TaskLineProps {
  readonly task: components["schemas"]["SeenTask"];
  readonly instanceId: string;
  readonly subject: string;
}

const OPEN: ReadonlySet<string> = new Set(["READY", "OPENED", "SKIPPED_FOR_NOW"]);
