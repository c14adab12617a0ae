import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { Button } from "../../kit/button.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { supportProblem } from "../access/look-failed.tsx";

/** Asks a provider now whether it works, and says what it answered. */
export function CheckProvider({ providerKey }: { readonly providerKey: string }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { api } = useConsole();
  const check = useMutation({
    mutationFn: async () =>
      await answer(
        api.POST("/api/v1/admin/auth/providers/{providerKey}/health-check", {
          params: { path: { providerKey } },
          body: {},
        }),
      ),
  });
  return (
    <>
      <Button isPending={check.isPending} onPress={() => check.mutate()}>
        {t("support.checkNow")}
      </Button>
      {check.data && (
        <p className="outcome" role="status">
          {t("support.checked", {
            status: check.data.healthStatus,
            latency: check.data.latencyMs,
          })}{" "}
          <span className="mono">
            {[check.data.errorCode, ...check.data.missingClaims]
              .filter((code) => code !== null)
              .join(", ")}
          </span>{" "}
          {check.data.setupWarnings
            .map((code) => texts.known("support.setupWarning.", code, "support.setupWarning.OTHER"))
            .join(" ")}
        </p>
      )}
      {check.isError && (
        <p className="outcome error" role="alert">
          {supportProblem(texts, check.error)}
        </p>
      )}
    </>
  );
}
