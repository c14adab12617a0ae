import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { Empty, Failed, Loading } from "../../kit/states.tsx";
import { useNow } from "../../kit/hooks/use-now.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { TabProps } from "../tab-props.ts";
import { formsQuery } from "../client-queries.ts";
import { newestFirst } from "./newest-first.ts";
import { AssignedForm } from "./assigned-form.tsx";
import { SubmissionCard } from "./submission-card.tsx";

/** The forms that a client was given, and the answers of one of them. */
export function FormsTab({ place, client }: TabProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const now = useNow();
  const { form } = useSearch({ from: "/clients/$relationshipId/$tab" });
  const forms = useQuery(formsQuery(api, place));
  if (forms.isPending) return <Loading />;
  if (forms.isError) return <Failed error={forms.error} retry={() => void forms.refetch()} />;
  const items = newestFirst(forms.data.items);
  const shown =
    form ?? items.find(({ submissionId }) => submissionId !== null)?.submissionId ?? null;
  if (items.length === 0)
    return (
      <Empty title={t("client.noForms")}>
        <p>{t("client.noFormsLead")}</p>
      </Empty>
    );
  return (
    <div className="two">
      {shown === null ? (
        <p className="note">{t("client.noSubmission")}</p>
      ) : (
        <SubmissionCard key={shown} place={place} client={client} submissionId={shown} />
      )}
      <nav className="card" aria-label={t("client.assigned")}>
        <header>
          <h2>{t("client.assigned")}</h2>
        </header>
        {items.map((item) => (
          <AssignedForm
            key={item.formAssignmentId}
            item={item}
            zone={client.timezone}
            now={now}
            shown={shown}
          />
        ))}
      </nav>
    </div>
  );
}
