export { type ExpoDatabase, openExpoSql } from "./adapters/expo/expo-sql.ts";
export { fetchHttp } from "./adapters/fetch/fetch-http.ts";
export { standardClock } from "./adapters/standard/standard-clock.ts";
