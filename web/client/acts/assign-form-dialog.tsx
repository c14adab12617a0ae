import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import { RefusedForm } from "../../forms/refused-form.tsx";
import { publishedFormsQuery } from "../../forms/forms-query.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { Failed, Loading } from "../../kit/states.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { useNow } from "../../kit/hooks/use-now.ts";
import { placeOfZone } from "../../kit/zone-time.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { type ClientPlace, type Relationship, formsQuery } from "../client-queries.ts";
import { OPEN } from "../forms/newest-first.ts";
import { dateAt } from "../local-dates.ts";
import { dueInstant } from "./due-instant.ts";
import { useClientAct } from "./use-client-act.ts";

/** Gives the newest version of a published form to a client, with a due date if one is wanted. */
export function AssignFormDialog({ place, client, close }: AssignFormDialogProps): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const keyOf = useActKey();
  const forms = useQuery(publishedFormsQuery(api, place.workspaceId));
  const [chosen, setChosen] = useState<string | null>(null);
  const [due, setDue] = useState("");
  const [isDone, setIsDone] = useState(false);
  const { timezone, clientDisplayName: name } = client;
  const isOver = due !== "" && due < dateAt(timezone, useNow());
  const options = (forms.data ?? []).flatMap(({ title, latestVersion, latestFormVersionId }) =>
    latestFormVersionId === null
      ? []
      : [
          {
            value: latestFormVersionId,
            name: t("forms.assignOption", { title, version: latestVersion }),
          },
        ],
  );
  const formVersionId = chosen ?? options[0]?.value ?? "";
  const { formId } = forms.data?.find((one) => one.latestFormVersionId === formVersionId) ?? {};
  const given = useQuery(formsQuery(api, place)).data ?? [];
  const open = given.find((one) => one.formId === formId && OPEN.has(one.status));
  const form = options.find(({ value }) => value === formVersionId)?.name ?? "";
  const offReason = () => {
    if (formVersionId === "") return t("forms.noneToAssign");
    return isOver ? t("forms.dueOver") : null;
  };
  const sent = useClientAct(
    place,
    async () => {
      const body = { formVersionId, dueAt: due === "" ? null : dueInstant(due, timezone) };
      return await answer(
        api.POST(
          "/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}/form-assignments",
          {
            params: { path: { ...place }, header: { "Idempotency-Key": keyOf(body) } },
            body,
          },
        ),
      );
    },
    () => setIsDone(true),
  );
  return (
    <Dialog
      title={t("forms.assignTitle", { name })}
      close={close}
      footer={
        isDone ? (
          <Button kind="go" autoFocus onPress={close}>
            {t("frame.close")}
          </Button>
        ) : (
          <>
            <Button onPress={close}>{t("frame.cancel")}</Button>
            <Button
              kind="go"
              isPending={sent.isPending}
              offReason={offReason()}
              onPress={() => sent.mutate(undefined)}
            >
              {t(open === undefined ? "forms.assign" : "forms.assignAgain")}
            </Button>
          </>
        )
      }
    >
      {isDone && <p role="status">{t("forms.assigned", { name, form })}</p>}
      {forms.isPending && <Loading rows={2} />}
      {forms.isError && <Failed error={forms.error} retry={() => void forms.refetch()} />}
      {forms.data && options.length === 0 && <p className="meta">{t("forms.noneToAssign")}</p>}
      {options.length > 0 && !isDone && (
        <>
          <SelectField
            label={t("forms.column.title")}
            value={formVersionId}
            options={options}
            change={setChosen}
          />
          {open !== undefined && (
            <p className="note warn" role="status">
              {t("forms.alreadyOpen", { name, at: formats.moment(new Date(open.assignedAt)) })}
            </p>
          )}
          <TextField
            label={t("forms.due")}
            hint={t("forms.dueHint", { place: placeOfZone(timezone) })}
            error={isOver ? t("forms.dueOver") : null}
            type="date"
            value={due}
            change={setDue}
          />
        </>
      )}
      {sent.isError && <RefusedForm error={sent.error} />}
    </Dialog>
  );
}

interface AssignFormDialogProps {
  readonly place: ClientPlace;
  readonly client: Relationship;
  readonly close: () => void;
}
