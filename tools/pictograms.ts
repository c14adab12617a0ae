import { pino } from "pino";
import { openDatabase } from "../db/open-database.ts";
import { readConfig } from "../workers/config/config.ts";
import { importPictograms } from "./pictograms/import-pictograms.ts";

// Imports the first image library of a stack on this machine and exits.
const { database: at, log: logging } = readConfig(process.env);
const log = pino({ name: "pictograms", level: logging.level });
const database = openDatabase({ url: at.url, poolSize: 1, applicationName: "pictograms" });
try {
  const itemCount = await importPictograms(database.em);
  log.info({ itemCount }, "pictograms imported");
} finally {
  await database.close();
}
