export { makeDrawnRandom } from "./testing/drawn-random.ts";
export { type FakeNetwork, makeFakeNetwork, type NetworkFault } from "./testing/fake-network.ts";
export { makeMemoryFiles, type MemoryFiles } from "./testing/memory-files.ts";
export { makeMemoryDisk, type MemoryDisk } from "./testing/memory-sql.ts";
export { makeMemoryVault } from "./testing/memory-vault.ts";
export { makeVirtualClock, type VirtualClock } from "./testing/virtual-clock.ts";
