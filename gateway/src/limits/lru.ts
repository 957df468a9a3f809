/** Least recently used entries fall out once the sum of their sizes is over the limit. */
export interface Lru<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value, size?: number): void;
  delete(key: string): void;
  clear(): void;
  readonly size: number;
}

/** @param limit sum of sizes; with the default size of 1, a number of entries. */
export function createLru<Value>(limit: number): Lru<Value> {
  const entries = new Map<string, { value: Value; size: number }>();
  let total = 0;
  const remove = (key: string) => {
    total -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, size = 1) {
      remove(key);
      if (size > limit) return;
      entries.set(key, { value, size });
      total += size;
      for (const oldest of entries.keys()) {
        if (total <= limit) break;
        remove(oldest);
      }
    },
    delete: remove,
    clear() {
      entries.clear();
      total = 0;
    },
    get size() {
      return entries.size;
    },
  };
}
