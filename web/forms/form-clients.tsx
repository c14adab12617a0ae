import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { memo, type ReactNode, useState } from "react";
import { type Api, answer } from "../api/api-client.ts";
import { readAllPages } from "../api/read-all-pages.ts";
import type { components } from "../api/routes.d.ts";
import { useConsole } from "../frame/console-context.ts";
import { Button } from "../kit/button.tsx";
import { useNow } from "../kit/hooks/use-now.ts";
import { Failed, Loading } from "../kit/states.tsx";
import { placeOfZone } from "../kit/zone-time.tsx";
import { type Texts, useTexts } from "../texts/use-texts.ts";
import { type FormPlace, formsKey } from "./forms-query.ts";
import { isWaiting, waitingFirst } from "./waiting-first.ts";

/** Lists the clients who have a form: waiting ones first, then the answered ones with their time. */
export const FormClients = memo(function FormClients({
  place,
}: {
  readonly place: FormPlace;
}): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const now = useNow();
  const [isWhole, setIsWhole] = useState(false);
  const clients = useQuery(formClientsQuery(api, place));
  const all = waitingFirst(clients.data ?? []);
  const waiting = all.filter(isWaiting).length;
  return (
    <section className="block stack">
      <h2>{t("forms.clients")}</h2>
      {clients.isPending && <Loading rows={3} />}
      {clients.isError && <Failed error={clients.error} retry={() => void clients.refetch()} />}
      {clients.data && (
        <p className="meta">
          {all.length === 0
            ? t("forms.clientsNone")
            : t("forms.clientsCount", { waiting, answered: all.length - waiting })}
        </p>
      )}
      {all.length > 0 && (
        <ul className="form-clients">
          {(isWhole ? all : all.slice(0, FIRST)).map((client) => (
            <FormClient key={client.relationshipId} client={client} now={now} />
          ))}
        </ul>
      )}
      {!isWhole && all.length > FIRST && (
        <Button onPress={() => setIsWhole(true)}>
          {t("forms.clientsAll", { count: all.length })}
        </Button>
      )}
    </section>
  );
});

/** Clients shown at first: more would make the pane of a popular form endless. */
const FIRST = 20;
const PAGE = 100;

/** All clients who have a form. */
function formClientsQuery(api: Api, { workspaceId, formId }: FormPlace) {
  return queryOptions({
    queryKey: [...formsKey(workspaceId), "clients", formId],
    queryFn: async () =>
      await readAllPages((cursor) =>
        answer(
          api.GET("/api/v1/workspaces/{workspaceId}/forms/{formId}/clients", {
            params: { path: { workspaceId, formId }, query: { limit: PAGE, ...cursor } },
          }),
        ),
      ),
  });
}

type Client = components["schemas"]["FormClient"];

function FormClient({ client, now }: { readonly client: Client; readonly now: Date }): ReactNode {
  const texts = useTexts();
  const { t, known } = texts;
  const { relationshipId, submissionId, status, dueAt, timezone, version } = client;
  const { displayName } = client.client;
  const isLate = isWaiting(client) && dueAt !== null && Date.parse(dueAt) < now.getTime();
  return (
    <li className="row-h">
      <span className="grow">
        <Link
          className="plain cut"
          to="/clients/$relationshipId/$tab"
          params={{ relationshipId, tab: "forms" }}
          search={submissionId === null ? {} : { form: submissionId }}
          title={displayName}
        >
          <b>{displayName}</b>
        </Link>
        <br />
        <span className="meta">
          {t("forms.version", { version })}
          {" · "}
          <span className="zone" title={timezone}>
            {momentOf(client, texts)}
          </span>
        </span>
      </span>
      <span className={isLate ? "tag warn" : "tag"}>
        {isLate ? t("client.overdue") : known("client.form.", status, "client.form.OTHER")}
      </span>
    </li>
  );
}

/** When the client submitted it, else until when it is asked for, else when it was assigned; at the client's place. */
function momentOf(client: Client, { t, formats }: Texts): string {
  const { submittedAt, dueAt, assignedAt, timezone } = client;
  const at = (instant: string) => ({
    at: formats.moment(new Date(instant), timezone),
    place: placeOfZone(timezone),
  });
  if (submittedAt !== null) return t("forms.submittedAt", at(submittedAt));
  return dueAt === null ? t("forms.assignedAt", at(assignedAt)) : t("forms.dueAt", at(dueAt));
}
