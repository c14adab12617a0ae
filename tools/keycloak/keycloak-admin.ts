import { z } from "zod";

/** Actions of an administrator on one realm. Paths are below the realm; "" is the realm itself. */
export interface KeycloakAdmin {
  /** All rows of a list, such as `users?email=...`. */
  list(path: string): Promise<readonly Row[]>;
  /** The first row of a list. Throws when there is none. */
  find(path: string): Promise<Row>;
  send(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<void>;
}

const Token = z.object({ access_token: z.string() });
const Row = z.looseObject({ id: z.string() });
type Row = z.infer<typeof Row>;

/** An administrator of the whole Keycloak, who signs in again for each call. */
export function openKeycloakAdmin(url: string, realm: string, password: string): KeycloakAdmin {
  const call = async (method: string, path: string, body?: unknown) => {
    const address = `${url}/admin/realms/${realm}${path === "" ? "" : `/${path}`}`;
    const response = await fetch(address, {
      method,
      headers: {
        authorization: `Bearer ${await adminToken(url, password)}`,
        "content-type": "application/json",
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`Keycloak: ${method} ${path}: ${response.status}`);
    return response;
  };
  const list = async (path: string) => z.array(Row).parse(await (await call("GET", path)).json());
  return {
    list,
    find: async (path) => {
      const [row] = await list(path);
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
