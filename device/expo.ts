export { type ExpoFileSystem, openExpoFiles } from "./adapters/expo/expo-files.ts";
export { type ExpoDatabase, openExpoSql } from "./adapters/expo/expo-sql.ts";
export { fetchHttp } from "./adapters/fetch/fetch-http.ts";
export { standardApp } from "./adapters/standard/standard-app.ts";
export { standardClock } from "./adapters/standard/standard-clock.ts";
