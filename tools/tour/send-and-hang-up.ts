import { once } from "node:events";
import { beginRequest } from "./begin-request.ts";
import { type ApiRequest, wireForm } from "./call-api.ts";

/**
 * Sends a whole request, waits until the answer begins to arrive, and destroys the socket with the answer unread. A
 * phone that loses its signal at that moment does the same. Throws if there was no answer to lose.
 */
export async function sendAndHangUp(
  api: string,
  request: Omit<ApiRequest<unknown>, "answer">,
): Promise<void> {
  const { headers, body } = wireForm(request);
  const socket = beginRequest(new URL(request.path, api), {
    method: request.method,
    headers: { ...headers, "content-length": String(Buffer.byteLength(body ?? "")) },
  });
  try {
    socket.write(body ?? "");
    await once(socket, "readable", { signal: AbortSignal.timeout(15_000) });
  } finally {
    socket.destroy();
  }
}
