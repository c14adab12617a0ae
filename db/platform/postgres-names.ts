import { UnderscoreNamingStrategy } from "@mikro-orm/postgresql";

const SUFFIXES: Readonly<Record<string, string>> = {
  index: "idx",
  unique: "key",
  foreign: "fkey",
};

/** PostgreSQL's default names, so that entities and migrations agree without stating them. */
export class PostgresNames extends UnderscoreNamingStrategy {
  /** `userId` that maps to a primary key is the column `user_id`, not `user_id_id`. */
  override joinKeyColumnName(propertyName: string): string {
    return this.propertyToColumnName(propertyName);
  }

  override indexName(
    tableName: string,
    columns: string[],
    type: Parameters<UnderscoreNamingStrategy["indexName"]>[2],
  ): string {
    const suffix = SUFFIXES[type];
    if (suffix === undefined) return super.indexName(tableName, columns, type);
    return `${tableName}_${columns.join("_")}_${suffix}`;
  }
}
