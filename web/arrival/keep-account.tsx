import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { answer } from "../api/api-client.ts";
import { Problem } from "../api/problem.ts";
import { useConsole } from "../frame/console-context.ts";
import { Button } from "../kit/button.tsx";
import { Failed } from "../kit/states.tsx";
import { useActKey } from "../kit/hooks/use-act-key.ts";
import { useTexts } from "../texts/use-texts.ts";
import { SignInWith } from "./sign-in-with.tsx";

/**
 * Calls off the deletion of the account. Signing in alone does not. The request for the deletion ended every session,
 * so one from before it is asked to sign in anew.
 */
export function KeepAccount({ done }: { readonly done: () => void }): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const keyOf = useActKey();
  const keep = useMutation({
    mutationFn: async () => {
      const header = { "Idempotency-Key": keyOf("keep") };
      return await answer(api.POST("/api/v1/auth/account-deletion/cancel", { params: { header } }));
    },
    onSuccess: done,
  });
  if (isEnded(keep.error))
    return (
      <>
        <p role="alert">{t("arrival.keepAfterSignIn")}</p>
        <SignInWith name={t("arrival.signInAgain")} alias="" />
      </>
    );
  return (
    <>
      {keep.isError && <Failed error={keep.error} />}
      <Button kind="go" onPress={() => keep.mutate()} isPending={keep.isPending}>
        {t("arrival.keep")}
      </Button>
    </>
  );
}

const isEnded = (error: Error | null) => error instanceof Problem && error.status === 401;
