import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { CSV_PEOPLE } from "../../contract/invitations/vocabulary.ts";
import { answer } from "../api/api-client.ts";
import type { components } from "../api/routes.d.ts";
import { useConsole } from "../frame/console-context.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { useActKey } from "../kit/hooks/use-act-key.ts";
import { useTexts } from "../texts/use-texts.ts";
import { boardKey } from "./board-query.ts";
import { csvRefusal } from "./csv-refusal.ts";

/** Invites the people of a file, and shows the outcome of each line. */
export function CsvDialog({ workspaceId, close }: Props): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { api } = useConsole();
  const queries = useQueryClient();
  const keyOf = useActKey();
  const [csv, setCsv] = useState<string | null>(null);
  const send = useMutation({
    mutationFn: async (content: string) =>
      await answer(
        api.POST("/api/v1/workspaces/{workspaceId}/invitations/csv", {
          params: { path: { workspaceId }, header: { "Idempotency-Key": keyOf(content) } },
          body: { csv: content },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: boardKey(workspaceId) }),
  });
  const choose = (content: string | null) => {
    // The refusal was about the file before.
    send.reset();
    setCsv(content);
  };
  const offReason = () => {
    if (csv === null) return t("onboarding.csvNone");
    return csv.trim() === "" ? t("onboarding.csvEmpty") : null;
  };
  if (send.data) return <CsvLines workspaceId={workspaceId} begun={send.data} close={close} />;
  return (
    <Dialog
      title={t("onboarding.csvTitle")}
      close={close}
      footer={
        <>
          <Button kind="quiet" onPress={close}>
            {t("frame.cancel")}
          </Button>
          <Button
            kind="go"
            isPending={send.isPending}
            offReason={offReason()}
            onPress={() => csv !== null && send.mutate(csv)}
          >
            {t("onboarding.csvSend")}
          </Button>
        </>
      }
    >
      <label className="field">
        <span className="label">{t("onboarding.csvFile")}</span>
        <input
          className="input"
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          autoFocus
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file === undefined) return choose(null);
            // A file that was moved meanwhile cannot be read.
            void file.text().then(choose, () => choose(null));
          }}
        />
        <span className="hint">{t("onboarding.csvHint", { count: CSV_PEOPLE })}</span>
      </label>
      {send.isError && (
        <p className="error" role="alert">
          {csvRefusal(texts, send.error)}
        </p>
      )}
    </Dialog>
  );
}

interface Props {
  readonly workspaceId: string;
  readonly close: () => void;
}

/** The outcome of each line; lines of a long file that have none yet are read again. */
function CsvLines({ workspaceId, begun, close }: Props & { readonly begun: Outcome }): ReactNode {
  const { t, known, formats, language } = useTexts();
  const { api } = useConsole();
  const { importId } = begun;
  const { data } = useQuery({
    queryKey: [...boardKey(workspaceId), "csv", importId],
    queryFn: async () =>
      await answer(
        api.GET("/api/v1/workspaces/{workspaceId}/invitations/csv/{importId}", {
          params: { path: { workspaceId, importId } },
        }),
      ),
    initialData: begun,
    enabled: begun.waiting > 0,
    refetchInterval: ({ state }) => (state.data?.waiting === 0 ? false : AGAIN_MS),
  });
  const why = ({ fault, sendAt, message }: Line) => {
    if (message !== null) return message[language];
    if (fault !== null) return known("onboarding.fault.", fault, "onboarding.fault.OTHER");
    return sendAt === null ? "" : formats.day(new Date(sendAt));
  };
  const invited = data.lines.filter(({ outcome }) => outcome === "INVITED").length;
  return (
    <Dialog
      title={t("onboarding.csvDone", { invited, all: data.lines.length + data.waiting })}
      close={close}
      footer={
        <Button kind="go" autoFocus onPress={close}>
          {t("frame.close")}
        </Button>
      }
    >
      {data.waiting > 0 && (
        <p role="status">{t("onboarding.csvWaiting", { count: data.waiting })}</p>
      )}
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t("onboarding.csvLine")}</th>
            <th scope="col">{t("onboarding.csvContact")}</th>
            <th scope="col">{t("onboarding.csvOutcome")}</th>
          </tr>
        </thead>
        <tbody>
          {data.lines.map((line) => (
            <tr key={line.line}>
              <td className="num">{line.line}</td>
              <td>{line.contact?.masked}</td>
              <td>
                {known("onboarding.outcome.", line.outcome, "onboarding.outcome.OTHER")}{" "}
                <span className="meta">{why(line)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

type Outcome = components["schemas"]["CsvOutcome"];
type Line = components["schemas"]["CsvLine"];

const AGAIN_MS = 2000;
