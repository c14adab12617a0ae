// oxlint-disable house/classes -- The interface of the package has classes.
import * as fs from "node:fs";
import { basename, join } from "node:path";
import type {
  ExpoDirectory,
  ExpoFile,
  ExpoFileSystem,
} from "../../../device/adapters/expo/expo-files.ts";

/** The API of `expo-file-system` over the files of Node; paths are its URIs. */
export function expoFileSystem(home: string, disk: FakeDisk = {}): ExpoFileSystem {
  class File extends FakeFile {
    constructor(first: string | ExpoDirectory, ...names: string[]) {
      super(disk, join(typeof first === "string" ? first : pathOf(first), ...names));
    }
  }
  class Directory extends FakeDirectory {
    constructor(parent: ExpoDirectory, ...names: string[]) {
      super(join(pathOf(parent), ...names));
    }
  }
  const Paths = { document: new FakeDirectory(home), availableDiskSpace: disk.room ?? 1e9 };
  return { File, Directory, Paths };
}

/** The faults of the phone's disk. */
interface FakeDisk {
  /** Bytes that a file may have. */
  readonly room?: number;
  readonly fails?: boolean;
  /** Whether only a part is written, without an error. */
  readonly isSilent?: boolean;
}

class FakeDirectory implements ExpoDirectory {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
  get name() {
    return basename(this.path);
  }
  create({ intermediates, idempotent }: { intermediates: boolean; idempotent: boolean }) {
    if (fs.existsSync(this.path) && !idempotent) throw new Error("It exists");
    fs.mkdirSync(this.path, { recursive: intermediates });
  }
  list() {
    return fs.readdirSync(this.path).map((name) => ({ name }));
  }
}

class FakeFile implements ExpoFile {
  readonly disk: FakeDisk;
  readonly path: string;
  constructor(disk: FakeDisk, path: string) {
    this.disk = disk;
    this.path = path;
  }
  get name() {
    return basename(this.path);
  }
  get exists() {
    return fs.existsSync(this.path);
  }
  get size() {
    return this.exists ? fs.statSync(this.path).size : 0;
  }
  create({ overwrite }: { overwrite: boolean }) {
    if (this.exists && !overwrite) throw new Error("It exists");
    fs.writeFileSync(this.path, "");
  }
  async write(content: Uint8Array) {
    const { room = Infinity, fails = false, isSilent = false } = this.disk;
    // Android writes the whole buffer of a view.
    const whole = new Uint8Array(content.buffer);
    if (fails || (whole.length > room && !isSilent)) throw new Error("El disco dice que no");
    fs.writeFileSync(this.path, whole.subarray(0, room));
  }
  async bytes() {
    return new Uint8Array(fs.readFileSync(this.path));
  }
  delete() {
    fs.rmSync(this.path);
  }
  open() {
    const descriptor = fs.openSync(this.path, "r");
    return {
      offset: 0,
      async readBytes(length: number) {
        const bytes = new Uint8Array(length);
        const count = fs.readSync(descriptor, bytes, 0, length, this.offset);
        this.offset += count;
        return bytes.subarray(0, count);
      },
      close: () => fs.closeSync(descriptor),
    };
  }
}

function pathOf(directory: ExpoDirectory): string {
  return "path" in directory ? String(directory.path) : "";
}
