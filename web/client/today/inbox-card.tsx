import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { AddressLink } from "../../kit/address-link.tsx";
import { Icon } from "../../kit/icon.tsx";
import { Failed, Loading } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { type ClientPlace, clientTasksQuery } from "../client-queries.ts";

/** Open inbox tasks about this client; a changed profile is reviewed there too. */
export function InboxCard({ place }: { readonly place: ClientPlace }): ReactNode {
  const { t, known, language, formats } = useTexts();
  const { api } = useConsole();
  const tasks = useQuery(clientTasksQuery(api, place));
  const open = tasks.data?.items.filter(({ status }) => OPEN.has(status)) ?? [];
  return (
    <section className="card">
      <header>
        <h2>{t("client.inInbox")}</h2>
        {tasks.data && <span className="tag">{formats.number(open.length)}</span>}
      </header>
      {tasks.isPending && <Loading rows={2} />}
      {tasks.isError && <Failed error={tasks.error} retry={() => void tasks.refetch()} />}
      {tasks.data && open.length === 0 && <p className="in meta">{t("client.inboxEmpty")}</p>}
      {open.map((task) => (
        <AddressLink key={task.taskId} path={`/inbox/${task.taskId}`} className="line plain">
          <span className="grow">
            <span className="soft">
              <b>
                {task.sentence?.[language] ??
                  known("clients.task.", task.taskType, "clients.task.OTHER")}
              </b>
            </span>
            <br />
            <span className="meta">
              {known("clients.severity.", task.severity, "clients.severity.OTHER")}
            </span>
          </span>
          <span className="num soft">{formats.number(task.score.total)}</span>
          <Icon name="right" />
        </AddressLink>
      ))}
    </section>
  );
}

const OPEN: ReadonlySet<string> = new Set(["OPEN", "IN_PROGRESS"]);
