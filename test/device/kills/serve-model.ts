import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import type { HttpRequest } from "../../../device/ports/http.ts";
import { makeServer } from "../simulation/server/make-server.ts";
import type { ModelServer } from "../simulation/server/model-server.ts";

/** The model of the server behind HTTP, with a provider that signs person A in. */
export async function serveModel(seed: number): Promise<ServedModel> {
  const begin = performance.now();
  const model = makeServer(seed, "CLIENT_MOBILE", () => performance.now() - begin);
  model.begin("A");
  const server = createServer((request, response) => {
    void answer(model, request).then(({ status, headers, body }) =>
      response.writeHead(status, headers).end(body),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("The server has no port");
  return {
    model,
    url: `http://127.0.0.1:${bound.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** A model that answers at an address. */
export interface ServedModel {
  readonly model: ModelServer;
  readonly url: string;
  close(): Promise<void>;
}

async function answer(model: ModelServer, request: IncomingMessage) {
  const { url: path = "", method } = request;
  if (path === "/sign-in") return json(model.signIn("A"));
  if (path.startsWith("/renew?token="))
    return json(model.renew(decodeURIComponent(path.slice("/renew?token=".length))));
  const body = await text(request);
  const answered = await model.answer({
    method: method === "POST" ? "POST" : "GET",
    path,
    headers: headersOf(request),
    body,
    silenceMs: 8_000,
  });
  return { status: answered.status, headers: answered.headers, body: answered.text };
}

function headersOf({ headers }: IncomingMessage): HttpRequest["headers"] {
  const named: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) named[name] = String(value);
  return named;
}

const json = (content: unknown) => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(content),
});
