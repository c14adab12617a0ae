import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { Empty } from "../../kit/states.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { TabProps } from "../tab-props.ts";
import { clientTasksQuery, formsQuery } from "../client-queries.ts";
import { ReadState } from "../read-state.tsx";
import { useClientAddress } from "../use-client-address.ts";
import { AssignedForms } from "./assigned-forms.tsx";
import { newestFirst } from "./newest-first.ts";
import { otherSubmissions } from "./other-submissions.ts";
import { reviewTasks } from "./review-tasks.ts";
import { SubmissionCard } from "./submission-card.tsx";

/** The forms that a client was given, and the answers of one of them. */
export function FormsTab({ place, client }: TabProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { form, other } = useClientAddress().search;
  const forms = useQuery(formsQuery(api, place));
  const tasks = useQuery(clientTasksQuery(api, place));
  if (forms.data === undefined) return <ReadState read={forms} />;
  const items = newestFirst(forms.data);
  const reviews = reviewTasks(tasks.data?.items ?? []);
  const shown =
    form ?? items.find(({ submissionId }) => submissionId !== null)?.submissionId ?? null;
  return (
    <>
      <ReadState read={forms} />
      {items.length === 0 ? (
        <Empty title={t("client.noForms")}>
          <p>{t("client.noFormsLead")}</p>
        </Empty>
      ) : (
        <div className="two">
          {shown === null ? (
            <p className="note">{t("client.noSubmission")}</p>
          ) : (
            <SubmissionCard
              key={shown}
              place={place}
              client={client}
              submissionId={shown}
              others={otherSubmissions(items, shown)}
              otherId={other ?? null}
              taskId={reviews.get(shown) ?? null}
            />
          )}
          <AssignedForms
            place={place}
            client={client}
            items={items}
            shown={shown}
            reviews={reviews}
          />
        </div>
      )}
    </>
  );
}
