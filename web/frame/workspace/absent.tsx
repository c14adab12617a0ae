import type { ReactNode } from "react";
import { Failed } from "../../kit/states.tsx";
import { OtherWorkspaces } from "./other-workspaces.tsx";

/** The thing that the address names was not read: why, and whether another workspace of the coach may have it. */
export function Absent({ read }: AbsentProps): ReactNode {
  return (
    <>
      <Failed error={read.error} retry={() => void read.refetch()} />
      <OtherWorkspaces error={read.error} />
    </>
  );
}

interface AbsentProps {
  readonly read: { readonly error: unknown; readonly refetch: () => Promise<unknown> };
}
