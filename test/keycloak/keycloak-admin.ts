import { z } from "zod";

const Token = z.object({ access_token: z.string() });
const Row = z.looseObject({ id: z.string() });
type Row = z.infer<typeof Row>;

/** What an administrator of a Keycloak does to one realm. */
export interface KeycloakAdmin {
  /** The first row of a list, such as `users?email=...`. */
  find(path: string): Promise<Row>;
  send(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<void>;
}

/** Signs in as the administrator of the whole Keycloak, afresh for each call. */
export function openKeycloakAdmin(url: string, realm: string, password: string): KeycloakAdmin {
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/admin/realms/${realm}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await adminToken(url, password)}`,
        "content-type": "application/json",
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return response;
  };
  return {
    find: async (path) => {
      const response = await call("GET", path);
      const [row] = z.array(Row).parse(await response.json());
      if (row === undefined) throw new Error(`Nothing at ${path}.`);
      return row;
    },
    send: async (method, path, body) => void (await call(method, path, body)),
  };
}

async function adminToken(url: string, password: string): Promise<string> {
  const fields = { grant_type: "password", client_id: "admin-cli", username: "admin", password };
  const body = new URLSearchParams(fields);
  const response = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: "POST",
    body,
  });
  return Token.parse(await response.json()).access_token;
}
