import { answer } from "../../api/api-client.ts";
import type { UnsentText } from "../../drafts/use-unsent-text.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { useClientAct } from "../acts/use-client-act.ts";
import type { ClientPlace } from "../client-queries.ts";

/** Sets the pin of a day to a task, with the typed note, or takes the day's pin away. */
export function usePinActs({ place, localDate, taskId, typed, close }: Pinning) {
  const { api } = useConsole();
  const { relationshipId } = place;
  const keyOf = useActKey();
  const note = typed.text.trim() === "" ? null : typed.text.trim();
  const pin = useClientAct(
    place,
    async () => {
      const body = { localDate, agendaTaskId: taskId, note };
      const key = await typed.keyOf(body);
      return await answer(
        api.PUT(PIN_PATH, {
          params: { path: { relationshipId }, header: { "Idempotency-Key": key } },
          body,
        }),
      );
    },
    () => {
      typed.sent();
      close();
    },
  );
  const unpin = useClientAct(
    place,
    async () =>
      await answer(
        api.DELETE(PIN_PATH, {
          params: {
            path: { relationshipId },
            query: { localDate },
            header: { "Idempotency-Key": keyOf(["UNPIN"]) },
          },
        }),
      ),
    close,
  );
  return { pin, unpin };
}

interface Pinning {
  readonly place: ClientPlace;
  readonly localDate: string;
  readonly taskId: string;
  readonly typed: UnsentText;
  readonly close: () => void;
}

const PIN_PATH = "/api/v1/coach/relationships/{relationshipId}/focus-pin";
