import { type ReactNode, useEffect } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { LookView } from "../access/look-view.tsx";
import { useLook } from "../access/use-look.ts";
import { useReasons } from "../access/use-reasons.tsx";
import { ReadAt } from "../read-at.tsx";
import type { ItemPageProps } from "../support-place.ts";
import { AccountCard } from "./account-card.tsx";
import { AuthEvents } from "./auth-events.tsx";
import { CoachingCard } from "./coaching-card.tsx";
import { EmailsCard } from "./emails-card.tsx";
import { NotificationsCard } from "./notifications-card.tsx";
import { DevicesCard, OnboardingCard } from "./person-lists.tsx";
import { SessionsCard } from "./sessions-card.tsx";

/** A person as support sees them: one read for the page, and one more for each audit that is opened. */
export function PersonPage({ itemId: userId, subject }: ItemPageProps): ReactNode {
  const { api } = useConsole();
  const { noteOwner } = useReasons();
  const look = useLook({
    subject,
    name: [subject],
    read: async (header) =>
      await answer(
        api.GET("/api/v1/support/users/{userId}", { params: { path: { userId }, header } }),
      ),
  });
  const { data } = look;
  useEffect(() => {
    if (data === undefined) return;
    const devices = data.devices.map(({ deviceId }) => `devices:${deviceId}`);
    const onboardings = data.onboarding.map(({ instanceId }) => `onboarding:${instanceId}`);
    noteOwner([...devices, ...onboardings], subject);
  }, [data, subject]);
  return (
    <LookView look={look}>
      {(person) => (
        <>
          <ReadAt look={look} />
          <div className="two flip">
            <div className="stack-l">
              <AccountCard account={person.account} />
              <DevicesCard devices={person.devices} />
              <OnboardingCard onboarding={person.onboarding} />
              <CoachingCard workspaces={person.workspaces} relationships={person.relationships} />
            </div>
            <div className="stack-l">
              <EmailsCard mails={person.mails} letters={person.letters} />
              <SessionsCard userId={userId} signIns={person.signIns} sessions={person.sessions} />
              <AuthEvents userId={userId} subject={subject} />
              <NotificationsCard userId={userId} subject={subject} />
            </div>
          </div>
        </>
      )}
    </LookView>
  );
}
