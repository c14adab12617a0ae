import { describe, expect, test } from "@jest/globals";
import { openNetworks, readParts, readText } from "../../tools/production/shape/compose-file.ts";

const parts = readParts();
const names = [...parts.keys()];

/** Services that cannot be read-only, and why. */
const WRITES: Readonly<Record<string, string>> = {
  keycloak: "prepares its program at each start",
  "keycloak-console": "prepares its program at each start",
};

describe("Each service of the production shape is confined:", () => {
  test.each(names)("%s has limits for memory, cores and processes", (name) => {
    const { cpus, mem_limit, pids_limit } = part(name);
    expect(mem_limit).toMatch(/^\d+[mg]$/);
    expect(cpus).toBe("${PART_CPUS:-2}");
    expect(pids_limit).toBeGreaterThan(0);
    expect(pids_limit).toBeLessThanOrEqual(512);
  });

  test.each(names)("%s gains no privileges", (name) => {
    expect(part(name).security_opt).toEqual(["no-new-privileges:true"]);
    expect(part(name).cap_drop).toEqual(["ALL"]);
  });

  test.each(names)("%s has a log of at most 100 MB", (name) => {
    expect(part(name).logging).toEqual({
      driver: "json-file",
      options: { "max-size": "20m", "max-file": "5" },
    });
  });

  test.each(names)("%s writes only to its volumes, except for a listed reason", (name) => {
    expect(part(name).read_only).toBe(!(name in WRITES));
  });
});

describe("The networks:", () => {
  test("two are open, one for the public and one for operators", () => {
    expect(openNetworks()).toEqual(["edge", "operators"]);
    expect(onNetwork("edge")).toEqual(["api", "keycloak", "proxy", "relay", "worker"]);
    expect(onNetwork("operators")).toEqual(["keycloak-console", "temporal-ui"]);
  });

  test("Temporal is reachable only by its workers, its UI and its setup", () => {
    expect(neighboursOf("temporal")).toEqual([
      "api",
      "postgres",
      "relay",
      "temporal-namespace",
      "temporal-schema",
      "temporal-ui",
      "worker",
    ]);
    expect(part("temporal").ports).toEqual([]);
  });

  test("the public one contains neither Temporal's UI nor Keycloak's console", () => {
    for (const name of ["temporal-ui", "keycloak-console"]) {
      expect(part(name).networks).not.toContain("edge");
      expect(part(name).ports.every((port) => port.startsWith("127.0.0.1:"))).toBe(true);
    }
  });

  test("the product cannot reach the databases of Temporal and of Keycloak", () => {
    expect(onNetwork("temporal-data")).toEqual(["postgres", "temporal", "temporal-schema"]);
    expect(onNetwork("identity-data")).toEqual(["keycloak", "keycloak-console", "postgres"]);
    expect(onNetwork("data")).toEqual(["api", "migrate", "postgres", "relay", "worker"]);
  });

  test("only the listed services publish a port", () => {
    const publishing = names.filter((name) => part(name).ports.length > 0);
    expect(publishing.toSorted()).toEqual([
      "api",
      "keycloak",
      "keycloak-console",
      "proxy",
      "temporal-ui",
    ]);
  });
});

describe("Keycloak", () => {
  test("has neither console nor admin API where the public reaches it", () => {
    expect(part("keycloak").environment).toMatchObject({
      KC_FEATURES_DISABLED: "admin,admin-api",
    });
    expect(part("keycloak-console").environment).not.toHaveProperty("KC_FEATURES_DISABLED");
  });

  test("has its console in a separate service of the same version, which operators start", () => {
    const console = part("keycloak-console");
    expect(console.profiles).toEqual(["operate"]);
    expect(console.image).toBe(part("keycloak").image);
    expect(console.environment["KC_HOSTNAME"]).not.toBe(
      part("keycloak").environment["KC_HOSTNAME"],
    );
  });

  test("hears at the addresses of the one network that both share what the other changed", () => {
    const address = "${IDENTITY_NETWORK:-172.31.253}";
    for (const name of ["keycloak", "keycloak-console"])
      expect(part(name).environment).toMatchObject({
        KC_CACHE_EMBEDDED_NETWORK_BIND_ADDRESS: `match-address:${address}.*`,
      });
    expect(readText("docker-compose.yml")).toContain(`subnet: "${address}.0/24"`);
  });

  test("gets no bootstrap administrator, who would remain", () => {
    const variables = names.flatMap((name) => Object.keys(part(name).environment));
    expect(variables.filter((variable) => /BOOTSTRAP|ADMIN/.test(variable))).toEqual([]);
  });
});

function part(name: string) {
  const found = parts.get(name);
  if (found === undefined) throw new Error(`docker-compose.yml has no ${name}.`);
  return found;
}

/** Services that share a network with this one and can connect to it. */
function neighboursOf(name: string): readonly string[] {
  return names
    .filter((other) => other !== name)
    .filter((other) => part(other).networks.some((one) => part(name).networks.includes(one)))
    .toSorted();
}

/** Services on a network that publishes ports. */
function onNetwork(network: string): readonly string[] {
  return names.filter((name) => part(name).networks.includes(network)).toSorted();
}
