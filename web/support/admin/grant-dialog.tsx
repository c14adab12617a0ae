import { type ReactNode, useState } from "react";
import { SUPPORT_PERMISSIONS } from "../../../contract/accounts/support-vocabulary.ts";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { ActDialog } from "../access/act-dialog.tsx";

/** Grants a permission to a member of support, who is named by the subject of their sign-in. */
export function GrantDialog({ close }: { readonly close: () => void }): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const [subject, setSubject] = useState("");
  const [permission, setPermission] = useState<Permission>("users.read");
  return (
    <ActDialog
      title={t("support.grantTitle")}
      lead={t("support.grantLead")}
      go={t("support.grantGo")}
      subject={null}
      content={`${permission} ${subject.trim()}`}
      act={async ({ reason, key }) =>
        await answer(
          api.POST("/api/v1/admin/support-grants", {
            params: { header: { "Idempotency-Key": key } },
            body: { subject: subject.trim(), permission, reason },
          }),
        )
      }
      outcome={(granted) => t("support.granted", { permission: granted.permission })}
      close={close}
    >
      <TextField
        label={t("support.subject")}
        hint={t("support.subjectHint")}
        value={subject}
        change={setSubject}
        maxLength={SUBJECT_LENGTH}
        autoComplete="off"
        autoFocus
        required
      />
      <SelectField
        label={t("support.permission")}
        value={permission}
        options={SUPPORT_PERMISSIONS.map((value) => ({ value, name: value }))}
        change={setPermission}
      />
    </ActDialog>
  );
}

type Permission = (typeof SUPPORT_PERMISSIONS)[number];

const SUBJECT_LENGTH = 255;
