import type { Device } from "../device/types.ts";
import type { SignInFailure } from "./sign-in/sign-in-failure.ts";

/** The browser functions that the screens need; the page's entry provides them. */
export interface Page {
  readonly device: Device;
  readonly library: LibraryStart;
  /** Leaves for the identity provider, which returns to the page. */
  readonly beginSignIn: () => Promise<SignInFailure>;
  /** Completes the sign-in that this page returned from, if any; resolves with the failure. */
  readonly arrival: Promise<SignInFailure | null>;
  /** Stops the library at once, as if the phone had killed the app. */
  readonly kill: () => void;
  readonly reload: () => void;
  readonly storage: PageStorage;
  readonly updates: Updates;
}

/** The start of the library in its worker. */
export interface LibraryStart {
  /** Whether its script could not be loaded or run. */
  readonly hasFailed: () => boolean;
  /** The returned function ends it. */
  readonly watch: (listener: () => void) => () => void;
}

/** The browser's promise to keep this site's storage. */
export interface PageStorage {
  readonly isPersisted: () => Promise<boolean>;
  /** Requests the promise; the browser decides or asks the person. */
  readonly persist: () => Promise<boolean>;
}

/** New versions of the page. */
export interface Updates {
  /** The returned function ends it. */
  readonly watch: (listener: () => void) => () => void;
  readonly isReady: () => boolean;
  /** Starts the waiting version and reloads the page. */
  readonly start: () => void;
}
