import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { Problem } from "../api/problem.ts";
import { useConsole } from "../frame/console-context.ts";
import { Frame } from "../frame/frame.tsx";
import { meQuery } from "../frame/use-me.ts";
import { Loading } from "../kit/states.tsx";
import { ArrivalPage } from "./arrival-page.tsx";
import { arrivalStep } from "./arrival-step.ts";
import { forgetWorkspace } from "./forget-workspace.ts";

/**
 * The console, or the next step of a person whom the API does not let in. A refusal that comes later, such as a lost
 * membership, drops everything that was read. A lost connection keeps the console open.
 */
export function Arrival(): ReactNode {
  const { api } = useConsole();
  const queries = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(meQuery(api));
  // The refusal of an act on the page, such as a registration, which names another step.
  const [refusal, setRefusal] = useState<Problem | null>(null);
  const isClosed = data?.workspace.status === "SUSPENDED";
  const isRefused = error instanceof Problem && !error.isPassing;
  const isOut = isRefused || isClosed;
  useEffect(() => {
    if (isOut) forgetWorkspace(queries);
  }, [isOut, queries]);
  if (isPending) return <Loading />;
  if (data !== undefined && !isOut)
    return (
      <Suspense fallback={<Loading />}>
        <Frame />
      </Suspense>
    );
  const cause = refusal ?? error;
  const again = () => {
    setRefusal(null);
    void refetch();
  };
  return (
    <ArrivalPage
      step={
        isClosed && !isRefused
          ? { kind: "WORKSPACE_SUSPENDED" }
          : arrivalStep(cause instanceof Problem ? cause : { code: "", details: {} })
      }
      error={cause}
      again={again}
      refuse={setRefusal}
    />
  );
}
