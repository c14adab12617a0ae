import type { ReactNode } from "react";
import { Loading } from "../../kit/states.tsx";
import { LookFailed } from "./look-failed.tsx";

/** A look in its states: on its way, refused, and there. */
export function LookView<Data>({ look, children }: LookViewProps<Data>): ReactNode {
  const retry = () => void look.refetch();
  if (look.data !== undefined)
    return (
      <>
        {look.isError && <LookFailed error={look.error} retry={retry} />}
        {children(look.data)}
      </>
    );
  return look.isError ? <LookFailed error={look.error} retry={retry} /> : <Loading />;
}

interface LookViewProps<Data> {
  readonly look: {
    readonly data: Data | undefined;
    readonly isError: boolean;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  readonly children: (data: Data) => ReactNode;
}
