import { LRUCache } from 'lru-cache';

/** The limit of the last parts for each route of a process, in bytes. */
const REMEMBERED_BYTES = 2 * 1024 * 1024;
/** The memory of a part as a multiple of its bytes: the bytes and the parsed value. */
const WITH_ITS_VALUE = 3;

/**
 * @param look parses a part; throws when it is invalid.
 * @returns a reader of a part of a route's page. The part is mostly equal for all queries; equal parts are parsed
 * once, and share the value.
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
