import { useEffect, useState } from "react";
import type { Page } from "../page.ts";
import type { SignInFailure } from "./sign-in-failure.ts";

/** The sign-in on this page: one that it returned from, or one that it begins. */
export function useSignIn(page: Page): SigningIn {
  const [isBusy, setIsBusy] = useState(true);
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const follow = (outcome: Promise<SignInFailure | null>) => {
    setIsBusy(true);
    void outcome.then((failed) => {
      setFailure(failed);
      setIsBusy(false);
    });
  };
  useEffect(() => follow(page.arrival), [page]);
  return { isBusy, failure, begin: () => follow(page.beginSignIn()) };
}

/** A sign-in as a screen shows it. */
export interface SigningIn {
  readonly isBusy: boolean;
  readonly failure: SignInFailure | null;
  readonly begin: () => void;
}
