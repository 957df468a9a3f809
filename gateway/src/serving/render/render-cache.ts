import fs from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import { JsonBytes } from '../responses/page-bytes.ts';
import type { FragmentAnswer } from './protocol.ts';

/** A rendering with its inputs: it is valid in every composition with the same inputs. */
export interface Rendering<Value = unknown> {
  value: Value;
  inputs: Record<string, string>;
  /** ms since the epoch. */
  renderedAt: number;
}

/**
 * Renderings by `renderKey`, cached in memory and, when durable, in the data folder. A key has several
 * variants: the live composition and a leased one may have read different data.
 */
export interface RenderCache {
  /**
   * @param onDisk false: it was never written, so the disk is not read.
   * @param inMemory false: what is read from the disk is not kept in memory, because no visitor asked for it.
   */
  get<Value>(
    key: string,
    lookup: (input: string) => string,
    onDisk?: boolean,
    inMemory?: boolean,
  ): Promise<Rendering<Value> | undefined>;
  /** The last rendering by the same code, with any inputs. */
  latest: <Value>(key: string, onDisk?: boolean) => Promise<Rendering<Value> | undefined>;
  /**
   * @param durable false for unbounded addresses (queries, unknown paths), which are cached in memory only.
   * @param inMemory false: what is written to the disk is not kept in memory. Thousands of pages that are rendered ahead
   *   would pass through the memory, each so slowly that V8 collects it late.
   */
  put(key: string, rendering: Rendering, durable: boolean, inMemory?: boolean): Promise<void>;
  /** Drops all renderings of a release's code, on the disk too. @param owner see `renderOwner`. */
  drop(owner: string): Promise<void>;
  /**
   * Removes the oldest files of the apps over their share, until the folder has at most `maxBytes`. Apps with less than
   * an equal share leave the rest to the others. Removed parts are rendered again on demand.
   */
  prune(maxBytes: number): Promise<void>;
}

/** While 2,000 renderings are written, `node:fs/promises` holds up to 30 MB of their bytes, and these functions 14. */
const readFile = promisify(fs.readFile);
const writeFile = promisify(fs.writeFile);
/** Memory of renderings, which saves reading files while a page is built. Finished documents are cached elsewhere. */
const MEMORY_BYTES = 4 * 1024 * 1024;
/** Memory of a value as a multiple of its JSON, roughly. */
const IN_MEMORY = 2;
const MAX_VARIANTS = 3;
const KEY = /^([a-z0-9-]{1,60})\/([0-9a-f]{2})([0-9a-f]{62})$/;

/**
 * @param root folder of the renderings; it is a cache, so an incomplete or missing file is a miss.
 * @param isDiskLow whether writing is off: renderings are then cached in memory only.
 */
export function createRenderCache(
  root: string,
  isDiskLow: () => Promise<boolean> = async () => false,
): RenderCache {
  const memory = new LRUCache<string, Rendering[]>({ maxSize: MEMORY_BYTES });
  const fileOf = (key: string): string => {
    const [, owner = '', start = '', rest = ''] = KEY.exec(key) ?? [];
    return path.join(root, owner, start, `${rest}.json`);
  };

  const variantsOf = async (key: string, onDisk = true, inMemory = true): Promise<Rendering[]> => {
    const known = memory.get(key);
    if (known) return known;
    if (!onDisk || !KEY.test(key)) return [];
    const text = await readFile(fileOf(key), 'utf8').catch(() => undefined);
    const variants = text === undefined ? [] : parseVariants(text);
    if (text !== undefined && variants.length > 0 && inMemory)
      memory.set(key, variants, { size: text.length });
    return variants;
  };

  return {
    async get<Value>(
      key: string,
      lookup: (input: string) => string,
      onDisk = true,
      inMemory = true,
    ): Promise<Rendering<Value> | undefined> {
      const variants = (await variantsOf(key, onDisk, inMemory)) as Rendering<Value>[];
      return variants.find(({ inputs }) =>
        Object.entries(inputs).every(([input, value]) => lookup(input) === value),
      );
    },
    latest: async <Value>(key: string, onDisk?: boolean) =>
      (await variantsOf(key, onDisk))[0] as Rendering<Value> | undefined,
    async put(key: string, rendering: Rendering, durable: boolean, inMemory = true): Promise<void> {
      const variants = [rendering, ...(await variantsOf(key, durable, inMemory))].slice(0, MAX_VARIANTS);
      if (!durable || !KEY.test(key)) return void memory.set(key, variants, { size: sizeOf(variants) });
      const text = JSON.stringify(variants);
      const isWritten = !(await isDiskLow());
      if (inMemory || !isWritten) memory.set(key, variants, { size: text.length });
      else memory.delete(key);
      if (isWritten) await replaceFile(fileOf(key), text);
    },
    async drop(owner: string): Promise<void> {
      for (const key of memory.keys()) if (key.startsWith(`${owner}/`)) memory.delete(key);
      if (!/^[a-z0-9-]+$/.test(owner)) return;
      // Renderings in progress may still be written into it.
      await rm(path.join(root, owner), { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
    },
    async prune(maxBytes: number): Promise<void> {
      const apps = [...Map.groupBy(await filesIn(root), ({ app }) => app).values()];
      let [left, others] = [maxBytes, apps.length];
      for (const files of apps.toSorted((a, b) => sizeOfAll(a) - sizeOfAll(b))) {
        const share = left / others--;
        let bytes = 0;
        for (const file of files.toSorted((a, b) => b.writtenAt - a.writtenAt)) {
          bytes += file.bytes;
          if (bytes > share) await rm(file.path, { force: true });
        }
        left -= Math.min(bytes, share);
      }
    },
  };
}

function parseVariants(text: string): Rendering[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? (value as Rendering[]) : [];
  } catch {
    return [];
  }
}

let temporary = 0;

async function replaceFile(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}.${temporary++}.tmp`;
  await writeFile(unfinished, text);
  await rename(unfinished, file);
}

interface StoredFile {
  app: string;
  path: string;
  bytes: number;
  /** ms since the epoch. */
  writtenAt: number;
}

function sizeOfAll(files: StoredFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function filesIn(root: string): Promise<StoredFile[]> {
  const names = await readdir(root, { recursive: true }).catch(() => []);
  const files = await Promise.all(
    names.map(async (name) => {
      const file = path.join(root, name);
      const stats = await stat(file).catch(() => undefined);
      // The first folder is the owner: `{app}-{digest of its code}`.
      const app = name.slice(0, name.indexOf(path.sep)).replace(/-[^-]*$/, '');
      return stats?.isFile() ? [{ app, path: file, bytes: stats.size, writtenAt: stats.mtimeMs }] : [];
    }),
  );
  return files.flat();
}

/** The sizes of heads, which pages share that differ by their query only. */
const headSizes = new WeakMap<object, number>();

function headSize(head: object): number {
  const known = headSizes.get(head) ?? JSON.stringify(head).length;
  headSizes.set(head, known);
  return known;
}

/** Most of a rendering is not serialized to compute its size. */
function sizeOf(variants: Rendering[]): number {
  return variants.reduce((sum, { value }) => {
    const { html = '', data, head = {}, ...facts } = (value ?? {}) as Partial<FragmentAnswer>;
    const dataBytes = data instanceof JsonBytes ? data.bytes.length : 0;
    const factsBytes = headSize(head) + JSON.stringify(facts).length;
    return sum + 2 * html.length + dataBytes + IN_MEMORY * factsBytes + 1_024;
  }, 0);
}
