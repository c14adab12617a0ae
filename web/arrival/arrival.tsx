import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, lazy, useEffect, useState } from "react";
import { Problem } from "../api/problem.ts";
import { useConsole } from "../frame/console-context.ts";
import { Frame } from "../frame/frame.tsx";
import { meQuery } from "../frame/workspace/me-query.ts";
import { useNamedWorkspace } from "../frame/use-me.ts";
import { useShownWorkspace } from "../frame/workspace/use-shown-workspace.ts";
import { Loading } from "../kit/states.tsx";
import { texts } from "../texts/i18n.ts";
import { ArrivalPage } from "./arrival-page.tsx";
import { type ArrivalStep, arrivalStep, leavesSupportOpen } from "./arrival-step.ts";
import { forgetWorkspace } from "./forget-workspace.ts";
import { joinerOf } from "./join/join-step.ts";
import { useEnter } from "./join/use-enter.ts";
import { useJoinHandle } from "./join/use-join-handle.ts";

const SupportFrame = lazy(async () => {
  const [{ SupportFrame: Loaded }] = await Promise.all([
    import("../support/support-frame.tsx"),
    texts.loadLater(),
  ]);
  return { default: Loaded };
});

const JoinPage = lazy(async () => {
  const [{ JoinPage: Loaded }] = await Promise.all([
    import("./join/join-page.tsx"),
    texts.loadLater(),
  ]);
  return { default: Loaded };
});

/**
 * The console, or the next step of a person whom the API does not let in. A refusal that comes later, such as a lost
 * membership, drops everything that was read. A lost connection keeps the console open. Staff without a workspace get
 * the pages of support. A person who comes from an invitation to join sees that first.
 */
export function Arrival(): ReactNode {
  const { api, session } = useConsole();
  const queries = useQueryClient();
  const isStaff = session.staffRole() !== null;
  // Staff may have no account. Their refusal is final, and asking again would close the page that they work on.
  const asksAgain = ({ state }: { readonly state: { readonly status: string } }) =>
    !isStaff || state.status !== "error";
  const named = useNamedWorkspace();
  const { data, error, isPending, refetch } = useQuery({
    ...meQuery(api, named),
    refetchOnWindowFocus: asksAgain,
    refetchOnReconnect: asksAgain,
  });
  // The refusal of an act on the page, such as a registration, which names another step.
  const [refusal, setRefusal] = useState<Problem | null>(null);
  const isClosed = data?.workspace.status === "SUSPENDED";
  const isRefused = error instanceof Problem && !error.isPassing;
  const isOut = isRefused || isClosed;
  useShownWorkspace(isOut ? undefined : data);
  useEffect(() => {
    if (isOut) forgetWorkspace(queries);
  }, [isOut, queries]);
  const [joinHandle, dropJoinHandle] = useJoinHandle();
  const { isEntering, enter } = useEnter({ dropJoinHandle, readAgain: refetch });
  if (isPending || isEntering) return <Loading />;
  const again = () => {
    setRefusal(null);
    void refetch();
  };
  const joiner =
    data === undefined && !isRefused
      ? null
      : joinerOf(refusal?.code ?? (isRefused ? error.code : null));
  if (joinHandle !== null && joiner !== null)
    return (
      <Suspense fallback={<Loading />}>
        <JoinPage
          joinHandle={joinHandle}
          joiner={joiner}
          own={data === undefined || isOut ? null : data.workspace.name}
          enter={enter}
          leave={dropJoinHandle}
          refuse={setRefusal}
        />
      </Suspense>
    );
  // A refusal of joining concerns a person who may have the console open otherwise.
  const isHeldUp = joinHandle !== null && refusal !== null;
  if (data !== undefined && !isOut && !isHeldUp)
    return (
      <Suspense fallback={<Loading />}>
        <Frame />
      </Suspense>
    );
  const cause = refusal ?? error;
  const step: ArrivalStep =
    isClosed && !isRefused
      ? { kind: "WORKSPACE_SUSPENDED" }
      : arrivalStep(cause instanceof Problem ? cause : { code: "", details: {} }, {
          namesWorkspace: named !== null && refusal === null,
        });
  if (isStaff && leavesSupportOpen(step))
    return (
      <Suspense fallback={<Loading />}>
        <SupportFrame />
      </Suspense>
    );
  const others = (data?.workspaces ?? []).filter(({ status }) => status !== "SUSPENDED");
  return (
    <ArrivalPage step={step} others={others} error={cause} again={again} refuse={setRefusal} />
  );
}
