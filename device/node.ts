export { fetchHttp } from "./adapters/fetch/fetch-http.ts";
export { openFolderFiles } from "./adapters/node/folder-files.ts";
export { openFileVault } from "./adapters/node/file-vault.ts";
export { openNodeSql } from "./adapters/node/node-sql.ts";
export { standardClock } from "./adapters/standard/standard-clock.ts";
export { standardRandom } from "./adapters/standard/standard-random.ts";
export { webCryptoAes } from "./adapters/web-crypto/web-crypto-aes.ts";
export { webCryptoDigest } from "./adapters/web-crypto/web-crypto-digest.ts";
