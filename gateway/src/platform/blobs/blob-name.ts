const SHA256 = /^[0-9a-f]{64}$/;

/** @returns whether this is the lower-case hex of a sha-256. */
export function isBlobName(name: string): boolean {
  return SHA256.test(name);
}

/** @throws when a name is none: it may come from a request. */
export function assertBlobName(name: string): void {
  if (!isBlobName(name)) throw new Error(`Not a sha-256: ${name.slice(0, 80)}`);
}
