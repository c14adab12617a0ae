import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { ActDialog } from "../access/act-dialog.tsx";

/** Asks before a quarantined operation is driven again, and shows its verdict. */
export function RedriveDialog({ receiptId, subject, close }: RedriveDialogProps): ReactNode {
  const { t, known } = useTexts();
  const { api } = useConsole();
  return (
    <ActDialog
      title={t("support.redriveTitle")}
      lead={t("support.redriveLead")}
      go={t("support.redrive")}
      subject={subject}
      act={async ({ reason, key }) =>
        await answer(
          api.POST("/api/v1/support/quarantine/{receiptId}/redrive", {
            params: { path: { receiptId }, header: { "Idempotency-Key": key } },
            body: { reason },
          }),
        )
      }
      outcome={({ result }) => {
        const status = known("support.status.", result.status, "support.status.OTHER");
        const code = result.rejectionCode ?? result.conflictCode;
        return code === undefined
          ? t("support.redriven", { status })
          : t("support.redrivenCode", { status, code });
      }}
      close={close}
    />
  );
}

interface RedriveDialogProps {
  readonly receiptId: string;
  /** Whose operation it is, as far as it is known. */
  readonly subject: string;
  readonly close: () => void;
}
