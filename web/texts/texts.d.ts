declare module "texts:en" {
  import type { Messages } from "@lingui/core";
  export const messages: Messages;
}
declare module "texts:de" {
  import type { Messages } from "@lingui/core";
  export const messages: Messages;
}
declare module "*.css";
