import { LRUCache } from 'lru-cache';

/** In bytes, of what a process sent last for each of its routes. */
const REMEMBERED_BYTES = 2 * 1024 * 1024;
/** Times its bytes that a part takes: these, and what was made of them. */
const WITH_ITS_VALUE = 3;

/**
 * @param look makes of a part what it is, and throws when it is nothing.
 * @returns reads a part of a route's page. It is mostly the same for all queries: such ones are looked at once, and have the same value.
 */
export function createPartReader<Part extends object>(
  look: (bytes: Buffer) => Part,
): (route: string, bytes: Buffer) => Part {
  const last = new LRUCache<string, { bytes: Buffer; part: Part }>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: ({ bytes }, route) => WITH_ITS_VALUE * bytes.length + route.length + 100,
  });
  return (route, bytes) => {
    const known = last.get(route);
    if (known?.bytes.equals(bytes)) return known.part;
    const part = look(bytes);
    last.set(route, { bytes, part });
    return part;
  };
}
