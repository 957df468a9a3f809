/** The header of a PNG, the only part that is read. */
export function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(100);
  Buffer.from('89504e470d0a1a0a', 'hex').copy(head);
  head.writeUInt32BE(13, 8);
  head.write('IHDR', 12, 'ascii');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}
