import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConsole } from "../../frame/console-context.ts";
import { Empty } from "../../kit/states.tsx";
import { useNow } from "../../kit/hooks/use-now.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { TabProps } from "../tab-props.ts";
import { ReadState } from "../read-state.tsx";
import { DeviceCard } from "./device-card.tsx";
import { IssueCard } from "./issue-card.tsx";
import { MessageHint } from "./message-hint.tsx";
import { syncQuery } from "./sync-query.ts";

/** Whether the client's phones are in step with the server; never what they sent. */
export function SyncTab({ place, client }: TabProps): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const now = useNow();
  const health = useQuery(syncQuery(api, place));
  if (health.data === undefined) return <ReadState read={health} />;
  const { devices, issues, messageHint } = health.data;
  return (
    <div className="two">
      <div className="stack">
        <ReadState read={health} />
        {devices.length === 0 && (
          <Empty title={t("sync.noDevices")}>
            <p>{t("sync.noDevicesLead")}</p>
          </Empty>
        )}
        {devices.map((device) => (
          <DeviceCard key={device.deviceId} device={device} zone={client.timezone} now={now} />
        ))}
      </div>
      <div className="stack">
        {issues.map((issue) => (
          <IssueCard key={issue.issueId} relationshipId={place.relationshipId} issue={issue} />
        ))}
        {messageHint !== null && <MessageHint hint={messageHint} name={client.clientDisplayName} />}
        <p className="meta">{t("sync.lead")}</p>
      </div>
    </div>
  );
}
