/** The network of the device. */
export interface Connection {
  /** Whether the person may pay for each byte, such as on a mobile network. */
  isMetered(): Promise<boolean>;
  /** Calls back after each change of the network; the returned function ends that. */
  watch(listener: () => void): () => void;
}
