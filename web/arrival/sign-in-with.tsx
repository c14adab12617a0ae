import { type ReactNode, useState } from "react";
import { useConsole } from "../frame/console-context.ts";
import { Button } from "../kit/button.tsx";
import { keepNextWay } from "../session/next-way.ts";
import { signOut } from "../session/sign-out.ts";

/**
 * Signs in another way. It signs out at the provider first, which would otherwise take the sign-in that it knows. An
 * invitation to join goes along.
 */
export function SignInWith({
  alias,
  name,
}: {
  readonly alias: string;
  readonly name: string;
}): ReactNode {
  const { api, session } = useConsole();
  const [isBusy, setIsBusy] = useState(false);
  const go = () => {
    setIsBusy(true);
    keepNextWay({ alias, joinHandle: session.joinHandle });
    void signOut(session, api);
  };
  return (
    <Button kind="go" onPress={go} isPending={isBusy}>
      {name}
    </Button>
  );
}
