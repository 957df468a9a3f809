/**
 * How a render process answers: frames on a pipe of their own. HTML is most of an answer; it travels beside the JSON,
 * so that neither side writes or reads it as a string of JSON.
 *
 * A frame: length of the head and of the HTML (32 bits each, little-endian), the head as JSON, the HTML. Both UTF-8.
 */
export interface AnswerFrame {
  head: unknown;
  /** Length of the head as JSON. */
  headBytes: number;
  html: string;
}

const PREFIX_BYTES = 8;
/** Larger parts come from a release that went wrong: they are not even parsed. Each call has limits of its own, see parse-answer.ts. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * @param onFrame told of every frame, in order.
 * @param maxBytes of the head, and of the HTML.
 * @returns takes the bytes as they come. @throws RangeError for a frame over the limit, SyntaxError for a head that is no JSON.
 */
export function createFrameReader(
  onFrame: (frame: AnswerFrame) => void,
  maxBytes = MAX_BYTES,
): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let held = 0;
  /** Bytes that the next frame needs before it can be looked at again. */
  let needed = PREFIX_BYTES;
  return (chunk) => {
    chunks.push(chunk);
    held += chunk.length;
    if (held < needed) return;
    let bytes = chunks.length === 1 ? chunk : Buffer.concat(chunks);
    for (;;) {
      needed = frameLength(bytes, maxBytes);
      if (bytes.length < needed) break;
      onFrame(readFrame(bytes));
      bytes = bytes.subarray(needed);
    }
    chunks = [bytes];
    held = bytes.length;
  };
}

function frameLength(bytes: Buffer, maxBytes: number): number {
  if (bytes.length < PREFIX_BYTES) return PREFIX_BYTES;
  const headBytes = bytes.readUInt32LE(0);
  const htmlBytes = bytes.readUInt32LE(4);
  if (headBytes > maxBytes || htmlBytes > maxBytes)
    throw new RangeError(`an answer of ${headBytes + htmlBytes} bytes is too large`);
  return PREFIX_BYTES + headBytes + htmlBytes;
}

function readFrame(bytes: Buffer): AnswerFrame {
  const htmlStart = PREFIX_BYTES + bytes.readUInt32LE(0);
  const end = htmlStart + bytes.readUInt32LE(4);
  return {
    head: JSON.parse(bytes.toString('utf8', PREFIX_BYTES, htmlStart)) as unknown,
    headBytes: htmlStart - PREFIX_BYTES,
    html: bytes.toString('utf8', htmlStart, end),
  };
}
