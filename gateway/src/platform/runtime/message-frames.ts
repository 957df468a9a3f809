import { KB } from '@voltframe/kit/contract/units';
import { assertBounded } from '@voltframe/kit/packaging/json-bounds';

/**
 * The frames in which a render process answers, on a separate pipe. HTML is most of an answer and is sent outside the
 * JSON, so that neither side encodes or decodes it as a JSON string. The data of a page, which the gateway forwards
 * unread, is sent in the same way. The other fields of a result are the facts: those of a page are often equal for
 * other queries, and each call has its own limits for them.
 *
 * A frame: length of the head, of the HTML, of the data and of the facts (32 bits each, little-endian), the head as
 * JSON, the HTML, data and facts as JSON. All UTF-8.
 */
export interface MessageFrame {
  head: unknown;
  /** Length of the head as JSON. */
  headBytes: number;
  /** UTF-8. As the next two, it lies in memory that the next frame uses: copy what is kept. */
  html: Buffer;
  /** JSON. */
  data: Buffer;
  /** JSON of the other fields of a result. */
  facts: Buffer;
}

const PARTS = 4;
const PREFIX_BYTES = 4 * PARTS;
/** Most frames fit into one buffer, which is used again for each: allocations cost as much as copying a page. */
const ROOM_BYTES = 512 * KB;
/** Larger parts are not parsed. Each call has its own limits: parse-answer.ts. */
export const MAX_PART_BYTES = 16 * 1024 * 1024;

/**
 * @param onFrame called with every frame, in order.
 * @param maxBytes of each part.
 * @returns takes the bytes as they come.
 * @throws RangeError for a frame over the limit, an Error for a head of too many values, SyntaxError for a head that is
 *   not JSON.
 */
export function createFrameReader(
  onFrame: (frame: MessageFrame) => void,
  maxBytes = MAX_PART_BYTES,
): (chunk: Buffer) => void {
  const prefix: Buffer = Buffer.alloc(PREFIX_BYTES);
  const room = Buffer.allocUnsafeSlow(ROOM_BYTES);
  /** The buffer that is being filled: the prefix, then the parts. */
  let target = prefix;
  let filled = 0;
  const following = (): Buffer => {
    if (target === prefix) {
      const bytes = lengthsOf(prefix, maxBytes).reduce((sum, length) => sum + length, 0);
      // A large frame gets memory of its own, because few are large.
      return bytes <= ROOM_BYTES ? room.subarray(0, bytes) : Buffer.allocUnsafeSlow(bytes);
    }
    const [headBytes, html, data, facts] = lengthsOf(prefix, maxBytes) as [number, number, number, number];
    const part = (from: number, length: number): Buffer => target.subarray(from, from + length);
    const head = part(0, headBytes);
    assertBounded(head);
    onFrame({
      head: JSON.parse(head.toString()) as unknown,
      headBytes,
      html: part(headBytes, html),
      data: part(headBytes + html, data),
      facts: part(headBytes + html + data, facts),
    });
    return prefix;
  };
  return (chunk) => {
    // The parts may have no bytes.
    for (let at = 0; at < chunk.length || filled === target.length;) {
      const taken = chunk.copy(target, filled, at);
      at += taken;
      filled += taken;
      if (filled < target.length) return;
      target = following();
      filled = 0;
    }
  };
}

/** @throws RangeError for a part over the limit. */
function lengthsOf(prefix: Buffer, maxBytes: number): number[] {
  return Array.from({ length: PARTS }, (_, part) => {
    const length = prefix.readUInt32LE(4 * part);
    if (length > maxBytes) throw new RangeError(`an answer of ${length} bytes is too large`);
    return length;
  });
}
