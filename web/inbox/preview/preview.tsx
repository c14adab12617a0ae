import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { AddressLink } from "../../kit/address-link.tsx";
import { useConsole } from "../../frame/console-context.ts";
import { useMe } from "../../frame/use-me.ts";
import { Face } from "../../kit/face/face.tsx";
import { Icon } from "../../kit/icon.tsx";
import { Failed, Loading } from "../../kit/states.tsx";
import { useLater } from "../../kit/hooks/use-later.ts";
import { laterPart, useLaterPart } from "../../kit/later/later-part.ts";
import { placeOfZone } from "../../kit/zone-time.tsx";
import { texts } from "../../texts/i18n.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { type InboxTask, taskQuery } from "../inbox-query.ts";
import { WhySentence } from "../rows/why-sentence.tsx";
import { readAppearance } from "../../settings/appearance/appearance.ts";
import { PreviewCover } from "./preview-cover.tsx";
import { ScoreSum } from "./score-sum.tsx";
import { TaskHistory } from "./task-history.tsx";
import { TaskState } from "./task-state.tsx";

const days = laterPart(async () => {
  const [{ ClientDays }] = await Promise.all([import("./client-days.tsx"), texts.loadLater()]);
  return ClientDays;
});

/** A task in full: who, what happened, why it stands here, what happened to it. `children` are its acts. */
export function Preview({ task, now, children }: PreviewProps): ReactNode {
  const { t, formats } = useTexts();
  const [openedId, setOpenedId] = useState<string | null>(null);
  const isCovered = readAppearance().preview === "covered" && openedId !== task.taskId;
  const { client } = task;
  return (
    <section className="preview" aria-label={t("inbox.preview")}>
      <div className="who">
        <Face name={client.displayName} id={client.userId} size="l" />
        <div className="grow">
          <h2 className="cut" tabIndex={-1} title={client.displayName}>
            <bdi>{client.displayName}</bdi>
          </h2>
          <p className="meta">
            <span className="zone" title={client.timezone}>
              {t("inbox.zone", {
                time: formats.time(now, client.timezone),
                zone: placeOfZone(client.timezone),
              })}
            </span>
            {" · "}
            <AddressLink path={`/clients/${client.relationshipId}`}>
              {t("inbox.openClient")}
            </AddressLink>
          </p>
        </div>
        {task.severity === "URGENT" && (
          <span className="tag urgent">
            <Icon name="warn" />
            {t("inbox.urgentTag")}
          </span>
        )}
      </div>
      {children}
      {isCovered ? (
        <PreviewCover open={() => setOpenedId(task.taskId)} />
      ) : (
        <PreviewBlocks task={task} now={now} />
      )}
    </section>
  );
}

/** The event behind the task, the reason why it stands here, and its history. */
function PreviewBlocks({ task, now }: Pick<PreviewProps, "task" | "now">): ReactNode {
  const { t, known, formats, language } = useTexts();
  const { api } = useConsole();
  const { workspace } = useMe();
  const detail = useQuery(taskQuery(api, workspace.workspaceId, task.taskId));
  const { found: ClientDays, show } = useLaterPart(days);
  useLater(show);
  const goalAt = task.goalAt === null ? null : new Date(task.goalAt);
  return (
    <>
      <div className="block">
        <h3>{t("inbox.what")}</h3>
        <p className="lead">{task.sentence?.[language] ?? <WhySentence code={task.why.code} />}</p>
        {task.wakeReason !== null && (
          <p className="soft">{known("inbox.wake.", task.wakeReason, "inbox.wake.UNDONE")}</p>
        )}
        <TaskState task={task} />
      </div>
      {ClientDays && <ClientDays relationshipId={task.client.relationshipId} />}
      <div className="block stack">
        <h3>{t("inbox.rank")}</h3>
        <ScoreSum task={task} />
        <p className="meta">
          {known("inbox.closes.", task.closes.code, "inbox.closes.OTHER")}{" "}
          {goalAt !== null &&
            t(goalAt < now ? "inbox.firstLook" : "inbox.firstLookDue", {
              time: formats.moment(goalAt),
            })}
        </p>
      </div>
      {detail.isPending && <Loading rows={2} />}
      {detail.isError && <Failed error={detail.error} retry={() => void detail.refetch()} />}
      {detail.data && <TaskHistory detail={detail.data} />}
    </>
  );
}

interface PreviewProps {
  readonly task: InboxTask;
  readonly now: Date;
  readonly children: ReactNode;
}
