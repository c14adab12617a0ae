import { classesRule } from "./rules/classes.js";
import { clockRule } from "./rules/clock.js";
import { commentsRule } from "./rules/comments.js";
import { floorsRule } from "./rules/floors.js";
import { namesRule } from "./rules/names.js";
import { ownDatabaseRule } from "./rules/own-database.js";
import { rawSqlRule } from "./rules/raw-sql.js";
import { orderRule } from "./rules/order.js";
import { reExportsRule } from "./rules/re-exports.js";
import { rowColumnsRule } from "./rules/row-columns.js";
import { roomsRule } from "./rules/rooms.js";
import { sqlRule } from "./rules/sql.js";
import { transactionRule } from "./rules/transaction.js";
import { wordsRule } from "./rules/words.js";

/** House rules that no ready-made lint rule covers. */
export default {
  meta: { name: "house" },
  rules: {
    classes: classesRule,
    clock: clockRule,
    comments: commentsRule,
    floors: floorsRule,
    names: namesRule,
    "own-database": ownDatabaseRule,
    "raw-sql": rawSqlRule,
    order: orderRule,
    "re-exports": reExportsRule,
    rooms: roomsRule,
    "row-columns": rowColumnsRule,
    sql: sqlRule,
    transaction: transactionRule,
    words: wordsRule,
  },
};
