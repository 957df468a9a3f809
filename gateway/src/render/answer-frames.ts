/**
 * How a render process answers: frames on a pipe of their own. HTML is most of an answer; it travels beside the JSON,
 * so that neither side writes or reads it as a string of JSON. So does a page's data, which the gateway hands on unread.
 *
 * A frame: length of the head, of the HTML and of the data (32 bits each, little-endian), the head as JSON, the HTML, the data as
 * JSON. All UTF-8.
 */
export interface AnswerFrame {
  head: unknown;
  /** Length of the head as JSON. */
  headBytes: number;
  /** UTF-8, in memory of its own. */
  html: Buffer;
  /** JSON, in memory of its own. */
  data: Buffer;
}

const PREFIX_BYTES = 12;
/** Larger parts come from a release that went wrong: they are not even parsed. Each call has limits of its own, see parse-answer.ts. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * @param onFrame told of every frame, in order.
 * @param maxBytes of the head, of the HTML, and of the data.
 * @returns takes the bytes as they come. @throws RangeError for a frame over the limit, SyntaxError for a head that is no JSON.
 */
export function createFrameReader(
  onFrame: (frame: AnswerFrame) => void,
  maxBytes = MAX_BYTES,
): (chunk: Buffer) => void {
  const prefix: Buffer = Buffer.alloc(PREFIX_BYTES);
  let [head, html] = [prefix, prefix];
  /** What is being filled: the prefix, the head, the HTML, the data. */
  let part = prefix;
  let filled = 0;
  const following = (): Buffer => {
    const lengths = lengthsIn(prefix, maxBytes);
    if (part === prefix) return (head = Buffer.allocUnsafe(lengths.head));
    // Somebody may keep them for long: nothing else is in their memory.
    if (part === head) return (html = Buffer.allocUnsafeSlow(lengths.html));
    if (part === html) return Buffer.allocUnsafeSlow(lengths.data);
    const frame = { head: JSON.parse(head.toString()) as unknown, headBytes: head.length, html, data: part };
    [head, html] = [prefix, prefix]; // whoever takes them keeps them
    onFrame(frame);
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

function lengthsIn(prefix: Buffer, maxBytes: number): { head: number; html: number; data: number } {
  const [head, html, data] = [prefix.readUInt32LE(0), prefix.readUInt32LE(4), prefix.readUInt32LE(8)];
  if (head > maxBytes || html > maxBytes || data > maxBytes)
    throw new RangeError(`an answer of ${head + html + data} bytes is too large`);
  return { head, html, data };
}
