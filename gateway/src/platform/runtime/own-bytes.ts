/**
 * @returns the bytes in memory of their own, for a cache. Node cuts small buffers from one of 64 KB, which any of them
 * keeps in memory.
 */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
