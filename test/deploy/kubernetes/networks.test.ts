import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { openNetworks, readParts } from "../../../tools/production/shape/compose-file.ts";
import { buildOverlay, OVERLAYS } from "./build-overlay.ts";
import { readWorkloads } from "./read-workloads.ts";

const Selector = z.object({
  matchLabels: z.record(z.string(), z.string()).default({}),
  matchExpressions: z
    .array(
      z.object({ key: z.string(), operator: z.string(), values: z.array(z.string()).optional() }),
    )
    .default([]),
});
const Peer = z.strictObject({
  podSelector: Selector.optional(),
  namespaceSelector: Selector.optional(),
  ipBlock: z.object({ cidr: z.string(), except: z.array(z.string()).default([]) }).optional(),
});
const Ports = z.array(z.object({ port: z.int() }));
const Policy = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    podSelector: Selector,
    policyTypes: z.array(z.enum(["Ingress", "Egress"])),
    ingress: z.array(z.object({ from: z.array(Peer), ports: Ports })).default([]),
    egress: z.array(z.object({ to: z.array(Peer), ports: Ports })).default([]),
  }),
});
type Policy = z.infer<typeof Policy>["spec"];
type Labels = Readonly<Record<string, string>>;

const parts = readParts();
const networks = [...new Set([...parts.values()].flatMap((part) => part.networks))].toSorted();

/** The port at which the services of a closed network are reached. */
const SERVER_PORTS: Readonly<Record<string, readonly [server: string, port: number]>> = {
  data: ["postgres", 5432],
  temporal: ["temporal", 7233],
  "temporal-data": ["postgres", 5432],
  "identity-data": ["postgres", 5432],
};

describe.each(OVERLAYS)("The network policies of the overlay %s", (overlay) => {
  const manifests = buildOverlay(overlay);
  const policies = new Map(
    manifests
      .filter(({ kind }) => kind === "NetworkPolicy")
      .map((manifest) => [manifest.metadata.name, Policy.parse(manifest).spec] as const),
  );
  const workloads = readWorkloads(manifests);

  test("deny everything that no other policy allows, except for names", () => {
    const { podSelector, policyTypes, ingress, egress } = policyOf("default-deny");
    expect(podSelector).toEqual({ matchLabels: {}, matchExpressions: [] });
    expect(policyTypes).toEqual(["Ingress", "Egress"]);
    expect(ingress).toEqual([]);
    expect(egress.flatMap(({ ports }) => ports)).toEqual([{ port: 53 }, { port: 53 }]);
  });

  test("exist for each network of the compose file, and for no other", () => {
    const named = [...policies.keys()]
      .filter((name) => name !== "default-deny" && name !== "monitoring")
      .map((name) => name.replace(/-(?:servers|clients|outside)$/, ""));
    expect([...new Set(named)].toSorted()).toEqual(networks);
  });

  test("lead the clients of a closed network to its server, at one port", () => {
    const closed = networks.filter((name) => !openNetworks().includes(name));
    expect(Object.keys(SERVER_PORTS).toSorted()).toEqual(closed);
    for (const network of closed) {
      const [server, port] = SERVER_PORTS[network] ?? ["", 0];
      expect(parts.get(server)?.networks).toContain(network);
      const label = `network.sideline.app/${network}`;
      const servers = policyOf(`${network}-servers`);
      const clients = policyOf(`${network}-clients`);
      expect(servers.podSelector.matchLabels).toEqual({ [label]: "server" });
      expect(clients.podSelector.matchLabels).toEqual({ [label]: "client" });
      expect([...servers.ingress, ...clients.egress].map(({ ports }) => ports)).toEqual([
        [{ port }],
        [{ port }],
      ]);
      const [from] = servers.ingress.flatMap((rule) => rule.from);
      expect(from?.podSelector?.matchLabels).toEqual({ [label]: "client" });
    }
  });

  test.each(workloads.map((workload) => [workload.name, workload] as const))(
    "let %s reach the ports of its networks, and the outside only from an open one",
    (_name, { part, labels }) => {
      const own = parts.get(part)?.networks ?? [];
      const allowed = own.flatMap((network) => SERVER_PORTS[network]?.[1] ?? []);
      const isOpen = own.some((network) => openNetworks().includes(network));
      const isRunning = part !== "migrate";
      const ports = rulesFor(labels, "Egress").flatMap((rule) =>
        rule.ports.map(({ port }) => port),
      );
      expect(new Set(ports)).toEqual(
        new Set([
          53,
          ...allowed,
          ...(isOpen ? [443, 465, 587, 3000] : []),
          ...(isRunning ? [4318] : []),
        ]),
      );
    },
  );

  test("let the public reach the API alone, and Prometheus the health ports alone", () => {
    for (const { part, labels } of workloads) {
      const rules = rulesFor(labels, "Ingress");
      const from = rules.map(({ peers, ports }) => ({
        namespaces: peers.flatMap((peer) =>
          Object.values(peer.namespaceSelector?.matchLabels ?? {}),
        ),
        ports: ports.map(({ port }) => port),
      }));
      const health = { namespaces: ["monitoring"], ports: [9464] };
      const edge = { namespaces: ["haproxy-controller"], ports: [3000, 8080] };
      if (part === "migrate") expect(from).toEqual([]);
      else expect(from).toEqual(part === "api" ? [edge, health] : [health]);
    }
  });

  test("keep the cluster's own addresses and the metadata of clouds out of reach", () => {
    const blocks = policyOf("edge-outside").egress.flatMap(({ to }) =>
      to.map((peer) => peer.ipBlock),
    );
    const [everything] = blocks;
    expect(everything?.except).toEqual(
      expect.arrayContaining(["10.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"]),
    );
    expect(blocks.every((block) => block !== undefined)).toBe(true);
  });

  function policyOf(name: string): Policy {
    const found = policies.get(name);
    if (found === undefined) throw new Error(`There is no policy ${name}.`);
    return found;
  }

  function rulesFor(labels: Labels, direction: "Ingress" | "Egress") {
    return [...policies.values()]
      .filter((one) => one.policyTypes.includes(direction) && selects(one, labels))
      .flatMap(({ ingress, egress }) =>
        direction === "Ingress"
          ? ingress.map(({ from, ports }) => ({ peers: from, ports }))
          : egress.map(({ to, ports }) => ({ peers: to, ports })),
      );
  }
});

function selects({ podSelector }: Policy, labels: Labels): boolean {
  const { matchLabels, matchExpressions } = podSelector;
  return (
    Object.entries(matchLabels).every(([label, value]) => labels[label] === value) &&
    matchExpressions.every(({ key, values }) => {
      const { [key]: value } = labels;
      return value !== undefined && (values === undefined || values.includes(value));
    })
  );
}
