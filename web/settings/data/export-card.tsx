import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { Failed, Loading } from "../../kit/states.tsx";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { Card } from "../kit/card.tsx";
import { Outcome } from "../kit/outcome.tsx";
import { SignedInAgain } from "../kit/signed-in-again.tsx";
import { exportQuery } from "./export-query.ts";
import { type ExportKind, saveExport } from "./save-export.ts";

/** Everything that is stored about the coach, as a file. The address keeps which export it is. */
export function ExportCard(): ReactNode {
  const { t } = useTexts();
  const { export: exportId } = useSearch({ from: "/settings/$part" });
  return (
    <Card title={t("settings.export")}>
      <div className="in stack">
        <p>{t("settings.exportLead")}</p>
        <SignedInAgain act="export" />
        {exportId === undefined ? <Prepare /> : <Prepared exportId={exportId} />}
      </div>
    </Card>
  );
}

function Prepare(): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const navigate = useNavigate();
  const keyOf = useActKey();
  const prepare = useMutation({
    mutationFn: async () => {
      const header = { "Idempotency-Key": keyOf("export") };
      return await answer(api.POST("/api/v1/auth/account-exports", { params: { header } }));
    },
    onSuccess: ({ exportId }) =>
      void navigate({
        to: "/settings/$part",
        params: { part: "data" },
        search: { export: exportId },
        replace: true,
      }),
  });
  return (
    <>
      <p>
        <Button onPress={() => prepare.mutate()} isPending={prepare.isPending}>
          {t("settings.exportGo")}
        </Button>
      </p>
      <Outcome act={prepare} done="" fresh="export" />
    </>
  );
}

function Prepared({ exportId }: { readonly exportId: string }): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const found = useQuery(exportQuery(api, exportId));
  const save = useMutation({
    mutationFn: async (kind: ExportKind) => await saveExport(api, exportId, kind),
  });
  if (found.isPending) return <Loading rows={1} />;
  // It is gone after a day; then another one can be prepared.
  if (found.isError)
    return (
      <>
        <Failed error={found.error} />
        <Prepare />
      </>
    );
  const { status, progress, expiresAt } = found.data;
  if (status === "WRITING")
    return (
      <label className="stack" role="status">
        {t("settings.exportWriting", {
          done: progress.sectionsDone,
          total: progress.sectionsTotal,
        })}
        <progress max={progress.sectionsTotal} value={progress.sectionsDone} />
      </label>
    );
  return (
    <>
      <p role="status">
        {t("settings.exportReady", {
          when: expiresAt === null ? "" : formats.moment(new Date(expiresAt)),
        })}
      </p>
      <p className="row-h wrap">
        <Button kind="go" onPress={() => save.mutate("file")} isPending={save.isPending}>
          {t("settings.exportSave")}
        </Button>
        <Button onPress={() => save.mutate("archive")} isPending={save.isPending}>
          {t("settings.exportSaveAll")}
        </Button>
      </p>
      <Outcome act={save} done={t("settings.exportSaved")} />
    </>
  );
}
