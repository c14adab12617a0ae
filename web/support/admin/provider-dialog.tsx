import { type ReactNode, useState } from "react";
import { PROVIDER_STATUSES } from "../../../contract/providers/vocabulary.ts";
import { answer } from "../../api/api-client.ts";
import type { components } from "../../api/routes.d.ts";
import { useConsole } from "../../frame/console-context.ts";
import { SelectField } from "../../kit/fields/select-field.tsx";
import { Switch } from "../../kit/fields/switch.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { ActDialog } from "../access/act-dialog.tsx";

/** Changes the state of a way to sign in. Only a disabled one can end the sessions that began by it. */
export function ProviderDialog({ provider, close }: ProviderDialogProps): ReactNode {
  const { t, known } = useTexts();
  const { api } = useConsole();
  const { providerKey } = provider;
  const [status, setStatus] = useState(
    () => PROVIDER_STATUSES.find((one) => one === provider.status) ?? "DISABLED",
  );
  const [endsSessions, setEndsSessions] = useState(false);
  const revokeSessions = status === "DISABLED" && endsSessions;
  const nameOf = (code: string) => known("support.status.", code, "support.status.OTHER");
  return (
    <ActDialog
      title={t("support.providerTitle", { name: providerKey })}
      lead={t("support.providerLead")}
      go={t("support.changeStateGo")}
      subject={null}
      isBad={revokeSessions}
      act={async ({ reason }) =>
        await answer(
          api.PATCH("/api/v1/admin/auth/providers/{providerKey}", {
            params: { path: { providerKey } },
            body: { status, reason, revokeSessions },
          }),
        )
      }
      outcome={(changed) =>
        t("support.providerIs", {
          status: nameOf(changed.provider.status),
          count: changed.revokedSessionCount,
        })
      }
      close={close}
    >
      <SelectField
        label={t("support.state")}
        value={status}
        options={PROVIDER_STATUSES.map((value) => ({ value, name: nameOf(value) }))}
        change={setStatus}
      />
      {status === "DISABLED" && (
        <Switch
          label={t("support.endItsSessions")}
          hint={t("support.endItsSessionsHint")}
          isOn={endsSessions}
          change={setEndsSessions}
        />
      )}
    </ActDialog>
  );
}

interface ProviderDialogProps {
  readonly provider: components["schemas"]["AdminProvider"];
  readonly close: () => void;
}
