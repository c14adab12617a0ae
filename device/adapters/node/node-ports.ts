import { join } from "node:path";
import type { Ports } from "../../ports/ports.ts";
import type { SignIn } from "../../ports/sign-in.ts";
import { fetchHttp } from "../fetch/fetch-http.ts";
import { standardClock } from "../standard/standard-clock.ts";
import { standardRandom } from "../standard/standard-random.ts";
import { webCryptoAes } from "../web-crypto/web-crypto-aes.ts";
import { webCryptoDigest } from "../web-crypto/web-crypto-digest.ts";
import { openFileVault } from "./file-vault.ts";
import { openFolderFiles } from "./folder-files.ts";
import { openNodeSql } from "./node-sql.ts";

/** All ports of a device in Node, with everything that it stores in one folder. */
export async function openNodePorts({ folder, address, signIn }: NodePortsOptions): Promise<Ports> {
  // It also creates the folder.
  const vault = await openFileVault(join(folder, "vault"));
  return {
    vault,
    sql: await openNodeSql(join(folder, "device.db")),
    files: await openFolderFiles(join(folder, "files")),
    http: fetchHttp({ address, fetch, clock: standardClock }),
    signIn,
    clock: standardClock,
    random: standardRandom,
    aes: webCryptoAes,
    digest: webCryptoDigest,
  };
}

/** The folder of a device, the address of the server, and the identity provider. */
export interface NodePortsOptions {
  readonly folder: string;
  /** Without a path, such as `https://api.example.com`. */
  readonly address: string;
  readonly signIn: SignIn;
}
