import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { answer } from "../api/api-client.ts";
import { useConsole } from "../frame/console-context.ts";
import { useMe } from "../frame/use-me.ts";
import { ME_KEY } from "../frame/workspace/me-query.ts";
import { Button } from "../kit/button.tsx";
import { Failed } from "../kit/states.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { LegalLinks } from "./legal-links.tsx";

/** Asks for newer legal texts. Everything goes on working meanwhile. */
export function NewTerms(): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const queries = useQueryClient();
  const { legalVersions, termsAcceptanceRequired } = useMe();
  const accept = useMutation({
    mutationFn: async () =>
      await answer(api.POST("/api/v1/auth/terms-acceptance", { body: legalVersions })),
    // Newer texts may have come into force meanwhile; then those are asked for.
    onSettled: async () => await queries.invalidateQueries({ queryKey: ME_KEY }),
  });
  if (!termsAcceptanceRequired) return null;
  return (
    <section className="note row-h wrap" aria-label={t("arrival.newTerms")}>
      <p className="grow">
        <b>{t("arrival.newTerms")}</b> <LegalLinks {...legalVersions} />
      </p>
      <Button onPress={() => accept.mutate()} isPending={accept.isPending}>
        {t("arrival.acceptTerms")}
      </Button>
      {accept.isError && <Failed error={accept.error} />}
    </section>
  );
}
