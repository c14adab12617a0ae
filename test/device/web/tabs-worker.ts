import { openIndexedDbVault } from "../../../device/adapters/web/indexed-db-vault.ts";
import { openOpfsSql } from "../../../device/adapters/web/opfs-sql.ts";
import { browserChannel, whileOwner } from "../../../device/adapters/web/tabs/browser-tabs.ts";
import { serveDevice } from "../../../device/adapters/web/tabs/serve-device.ts";
import { webCryptoAes } from "../../../device/adapters/web-crypto/web-crypto-aes.ts";
import { webCryptoDigest } from "../../../device/adapters/web-crypto/web-crypto-digest.ts";
import { openDevice } from "../../../device/open-device.ts";
import type { Ports } from "../../../device/ports/ports.ts";
import { openStore } from "../../../device/store/open-store.ts";
import type { Device } from "../../../device/types.ts";

const SURFACE = "CLIENT_MOBILE";

/** Runs in a worker of a browser: owns the device of a person who is signed in and has no connection. */
void serveDevice({
  channel: browserChannel(SURFACE),
  whileOwner: (work) => whileOwner(SURFACE, work),
  open,
  pause: async (ms) => {
    await new Promise((resume) => setTimeout(resume, ms));
  },
});

async function open(): Promise<Device> {
  const ports: Ports = {
    sql: await openOpfsSql(".device"),
    vault: await openIndexedDbVault("vault"),
    aes: webCryptoAes,
    digest: webCryptoDigest,
    http: { send: async () => ({ kind: "SILENCE", reason: "UNREACHABLE" }) },
    signIn: { renew: async () => "SILENT" },
    clock: {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      after(ms, callback) {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
    },
    random: { uuid: () => crypto.randomUUID(), fraction: () => Math.random() },
  };
  await openStore(ports, SURFACE);
  await ports.sql.write([
    { sql: "update device_metadata set user_id = 'person', device_id = 'device'" },
    {
      sql: `insert or ignore into cache_scope (scope_id, scope_type, workspace_id, relationship_id,
          status, cache_key, queue_key)
        values ('scope', 'RELATIONSHIP', 'workspace', 'scope', 'ACTIVE', 'cache/1', 'queue/1')`,
    },
  ]);
  const app = {
    appVersion: "1.0.0",
    buildNumber: 1,
    platform: "ANDROID",
    osVersion: "15",
    locale: () => "en",
    timezone: () => "Europe/Berlin",
  } as const;
  return await openDevice({ ports, surface: SURFACE, app });
}
