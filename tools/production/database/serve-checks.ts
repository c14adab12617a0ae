import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { isFenced } from "./fence.ts";
import type { Member } from "./member.ts";

/**
 * Answers the proxy's question whether clients may use a member: 200 if it is the open primary, otherwise 503. Opening
 * is a step of its own, so that a promoted member is repaired before the first client reaches it. It fails closed: if
 * nobody answers, the proxy sends nobody there.
 */
export async function serveChecks(members: readonly Member[]): Promise<MemberChecks> {
  let open: string | null = null;
  const servers = new Map<string, Server>();
  const opened = () => open;
  for (const member of members) servers.set(member.name, await listen(member, opened));
  return {
    open: (name) => void (open = name),
    isOpen: (name) => open === name,
    portOf: (name) => portOf(servers.get(name)),
    close: async () => {
      for (const server of servers.values()) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

/** The checks of all members. */
export interface MemberChecks {
  /** Opens one member to clients; null closes all of them. */
  open(name: string | null): void;
  isOpen(name: string): boolean;
  /** Port of a member's check. */
  portOf(name: string): number;
  close(): Promise<void>;
}

function listen(member: Member, open: () => string | null): Promise<Server> {
  const server = createServer((_request, response) => {
    void mayServe(member, open).then((may) => {
      response.writeHead(may ? 200 : 503, { "Content-Type": "text/plain" });
      response.end(may ? "primary\n" : "not the primary\n");
    });
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve(server));
  });
}

async function mayServe(member: Member, open: () => string | null): Promise<boolean> {
  if (open() !== member.name || isFenced(member)) return false;
  try {
    const [row] = await member.ask("select pg_is_in_recovery()::text as standby");
    // It may have been closed while it answered.
    return row?.["standby"] === "false" && open() === member.name;
  } catch {
    return false;
  }
}

function portOf(server: Server | undefined): number {
  const address: AddressInfo | string | null = server?.address() ?? null;
  if (address === null || typeof address === "string") throw new Error("The check is closed.");
  return address.port;
}
