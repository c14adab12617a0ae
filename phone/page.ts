import type { Device } from "../device/types.ts";
import type { SignInFailure } from "./sign-in/sign-in-failure.ts";

/** What the screens need of the browser; the entry of the page provides it. */
export interface Page {
  readonly device: Device;
  /** Leaves for the sign-in service, and comes back to the page. */
  readonly beginSignIn: () => Promise<SignInFailure>;
  /** Completes the sign-in that this page came back from, if any; resolves with why it failed. */
  readonly arrival: Promise<SignInFailure | null>;
  /** Stops the library at once, as if the phone had killed the app. */
  readonly kill: () => void;
  readonly reload: () => void;
  readonly storage: PageStorage;
  readonly updates: Updates;
}

/** The browser's promise to keep what is stored here. */
export interface PageStorage {
  readonly isPersisted: () => Promise<boolean>;
  /** Asks the browser; it decides without a question, or asks the person. */
  readonly persist: () => Promise<boolean>;
}

/** New versions of the page. */
export interface Updates {
  /** The returned function ends it. */
  readonly watch: (listener: () => void) => () => void;
  readonly isReady: () => boolean;
  /** Starts the version that waits, and reloads the page. */
  readonly start: () => void;
}
