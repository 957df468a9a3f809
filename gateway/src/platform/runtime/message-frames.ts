import { assertBounded } from './json-bounds.ts';

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
  /** UTF-8, in memory of its own. */
  html: Buffer;
  /** JSON, in memory of its own. */
  data: Buffer;
  /** JSON of the other fields of a result, in memory of its own. */
  facts: Buffer;
}

const PARTS = 4;
/** Larger parts are not parsed. Each call has its own limits: parse-answer.ts. */
export const MAX_PART_BYTES = 16 * 1024 * 1024;

/**
 * @param onFrame called with every frame, in order.
 * @param maxBytes of each part.
 * @returns takes the bytes as they come. @throws RangeError for a frame over the limit, an Error for a head of too many values, SyntaxError for a head that is
 *   no JSON.
 */
export function createFrameReader(
  onFrame: (frame: MessageFrame) => void,
  maxBytes = MAX_PART_BYTES,
): (chunk: Buffer) => void {
  const prefix: Buffer = Buffer.alloc(4 * PARTS);
  let parts: Buffer[] = [];
  /** The buffer that is being filled: the prefix, then each part. */
  let part = prefix;
  let filled = 0;
  const following = (): Buffer => {
    if (part === prefix) checkLengths(prefix, maxBytes);
    else parts.push(part);
    const length = parts.length < PARTS ? prefix.readUInt32LE(4 * parts.length) : 0;
    if (parts.length === 0) return Buffer.allocUnsafe(length);
    // The bytes may be stored for long, so they are copied to their own buffer.
    if (parts.length < PARTS) return Buffer.allocUnsafeSlow(length);
    const [head, html, data, facts] = parts as [Buffer, Buffer, Buffer, Buffer];
    parts = []; // the caller owns the taken parts
    assertBounded(head);
    onFrame({ head: JSON.parse(head.toString()) as unknown, headBytes: head.length, html, data, facts });
    return prefix;
  };
  return (chunk) => {
    // A part may have no bytes.
    for (let at = 0; at < chunk.length || filled === part.length;) {
      const taken = chunk.copy(part, filled, at);
      at += taken;
      filled += taken;
      if (filled < part.length) return;
      part = following();
      filled = 0;
    }
  };
}

function checkLengths(prefix: Buffer, maxBytes: number): void {
  for (let part = 0; part < PARTS; part++) {
    const length = prefix.readUInt32LE(4 * part);
    if (length > maxBytes) throw new RangeError(`an answer of ${length} bytes is too large`);
  }
}
