import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConsole } from "../frame/console-context.ts";
import { Failed, Loading } from "../kit/states.tsx";
import { SessionsCard } from "./access/sessions-card.tsx";
import { SignInsCard } from "./access/sign-ins-card.tsx";
import { AppearanceCard } from "./appearance/appearance-card.tsx";
import { CategoriesCard } from "./notifications/categories-card.tsx";
import { preferencesQuery } from "./notifications/preferences-query.ts";
import { QuietHoursCard } from "./notifications/quiet-hours-card.tsx";
import { WhyCard } from "./notifications/why-card.tsx";

/** Settings of the coach alone: notifications, sessions, sign-ins, and how this browser shows the console. */
export function YoursPart(): ReactNode {
  return (
    <div className="two">
      <div className="stack-l">
        <Notifications />
        <WhyCard />
      </div>
      <div className="stack-l">
        <SessionsCard />
        <SignInsCard />
        <AppearanceCard />
      </div>
    </div>
  );
}

function Notifications(): ReactNode {
  const { api } = useConsole();
  const found = useQuery(preferencesQuery(api));
  if (found.isPending) return <Loading />;
  if (found.isError) return <Failed error={found.error} retry={() => void found.refetch()} />;
  return (
    <>
      <CategoriesCard stored={found.data} />
      <QuietHoursCard stored={found.data} />
    </>
  );
}
