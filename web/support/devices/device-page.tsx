import { type ReactNode, useEffect } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { LookView } from "../access/look-view.tsx";
import { useLook } from "../access/use-look.ts";
import { useReasons } from "../access/use-reasons.tsx";
import { ReadAt } from "../read-at.tsx";
import type { ItemPageProps } from "../support-place.ts";
import { DeviceFacts } from "./device-facts.tsx";
import { DeviceOrders } from "./device-orders.tsx";
import { DeviceWork } from "./device-work.tsx";
import { ReceiptsCard } from "./receipts-card.tsx";
import { RejectedCard } from "./rejected-card.tsx";

/** A device: its state and its work by one read, its receipts and refusals by one more each. */
export function DevicePage({ itemId: deviceId, subject }: ItemPageProps): ReactNode {
  const { api } = useConsole();
  const { noteOwner } = useReasons();
  const look = useLook({
    subject,
    name: [subject],
    read: async (header) =>
      await answer(
        api.GET("/api/v1/support/devices/{deviceId}", { params: { path: { deviceId }, header } }),
      ),
  });
  const owner = look.data?.userId;
  useEffect(() => {
    if (owner !== undefined) noteOwner([subject], `people:${owner}`);
  }, [owner, subject]);
  return (
    <LookView look={look}>
      {(device) => (
        <>
          <ReadAt look={look} />
          <div className="two flip">
            <div className="stack-l">
              <DeviceFacts device={device} />
              <DeviceWork device={device} />
              <DeviceOrders orders={device.purgeOrders} />
            </div>
            <div className="stack-l">
              <ReceiptsCard deviceId={deviceId} subject={subject} head={device.chain} />
              <RejectedCard deviceId={deviceId} subject={subject} />
            </div>
          </div>
        </>
      )}
    </LookView>
  );
}
