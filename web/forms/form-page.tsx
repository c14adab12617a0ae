import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type ReactNode, useCallback, useState } from "react";
import { useConsole } from "../frame/console-context.ts";
import { useMe } from "../frame/use-me.ts";
import { useOffReason } from "../frame/use-off-reason.ts";
import { Loading } from "../kit/states.tsx";
import { type Done, UndoBar } from "../kit/undo-bar.tsx";
import { Absent } from "../kit/way-back/absent.tsx";
import { BackLink } from "../kit/way-back/back-link.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { Builder } from "./builder/builder.tsx";
import { formQuery } from "./forms-query.ts";
import { knownContent } from "./known-content.ts";
import { VersionsPage } from "./versions/versions-page.tsx";

/** One form: its draft under edit, or its published versions. An archived form is only read. */
export function FormPage(): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspaceId } = useMe().workspace;
  const { formId } = useParams({ from: "/forms/$formId" });
  const search = useSearch({ from: "/forms/$formId" });
  const navigate = useNavigate();
  const offReason = useOffReason("forms.manage");
  const [done, setDone] = useState<Done | null>(null);
  const say = useCallback((text: string) => setDone({ text, undo: null }), []);
  const dismiss = useCallback(() => setDone(null), []);
  const place = { workspaceId, formId };
  const form = useQuery(formQuery(api, place));
  if (form.isPending) return <Loading />;
  if (form.isError) return <Absent of="form" read={form} />;
  const isRead = form.data.status === "ARCHIVED" || offReason !== null;
  const content = isRead ? null : knownContent(form.data.content);
  return (
    <>
      <BackLink of="form" />
      {search.view === "versions" || content === null ? (
        <VersionsPage
          place={place}
          form={form.data}
          search={search}
          change={(changed) =>
            void navigate({ to: "/forms/$formId", params: { formId }, search: changed })
          }
          notice={noticeOf(form.data.status)}
          say={say}
        />
      ) : (
        <Builder key={formId} place={place} form={form.data} content={content} say={say} />
      )}
      {done && <UndoBar done={done} dismiss={dismiss} />}
    </>
  );

  /** Why the draft cannot be edited; null if it can. */
  function noticeOf(status: string): string | null {
    if (content !== null) return null;
    if (offReason !== null) return offReason;
    return t(status === "ARCHIVED" ? "forms.archivedLead" : "forms.unknownContent");
  }
}
