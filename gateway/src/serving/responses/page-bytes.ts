import { isUtf8 } from 'node:buffer';
import { MB } from '@voltframe/kit/contract/units';
import { assertBounded } from '@voltframe/kit/packaging/json-bounds';
import { LATE_MARK } from '@voltframe/kit/contract/page/late-tokens';
import { escapeScriptEnds } from '@voltframe/kit/contract/page/escape-html';

/**
 * HTML as UTF-8 bytes of a render process, which are sent unchanged. As a string it would take twice the memory, and
 * decoding and encoding would cost more than the rest of its handling.
 */
export class HtmlBytes {
  readonly bytes: Buffer;

  /** @param bytes invalid UTF-8 in them is replaced, as browsers do. */
  constructor(bytes: Buffer) {
    this.bytes = isUtf8(bytes) ? bytes : Buffer.from(bytes.toString());
  }

  /** @param html from a process, or text of a rendering on the disk. */
  static of(html: string | HtmlBytes): HtmlBytes {
    return typeof html === 'string' ? new HtmlBytes(Buffer.from(html)) : html;
  }

  /** In bytes. */
  get length(): number {
    return this.bytes.length;
  }

  toString(): string {
    return this.bytes.toString();
  }

  toJSON(): string {
    return this.toString();
  }
}

/** The parts of a document, in order. */
export type Pieces = (string | Buffer)[];

const MARK = Buffer.from(LATE_MARK);
/** Largest document with its inserted parts. A release decides the number of markers in its HTML. */
const MOST_BYTES = 32 * MB;
/** Markers of one document: each takes some microseconds. */
const MOST_MARKERS = 10_000;

/** The character of {@link LATE_MARK} as text of a page. */
const MARK_AS_TEXT = '&#xE000;';

/**
 * Fills every marker of HTML.
 * @param values returns the replacement for the name of a marker, already HTML; undefined for a name that is not one of
 *   a marker. The character may be text of a page too: of an icon font, of an upstream, of a visitor's query.
 * @throws RangeError when the result becomes too large.
 */
export function fillPieces(
  { bytes }: HtmlBytes,
  values: (name: string) => string | Pieces | undefined,
): Pieces {
  const pieces: Pieces = [];
  let from = 0;
  let size = bytes.length;
  for (let markers = 0; ; markers++) {
    if (markers > MOST_MARKERS)
      throw new RangeError(`a page is too large: it has more than ${MOST_MARKERS} markers`);
    const start = bytes.indexOf(MARK, from);
    if (start < 0) return [...pieces, bytes.subarray(from)];
    const end = bytes.indexOf(MARK, start + MARK.length);
    const value = end < 0 ? undefined : values(bytes.toString('utf8', start + MARK.length, end));
    pieces.push(bytes.subarray(from, start));
    if (value === undefined) {
      pieces.push(MARK_AS_TEXT);
      from = start + MARK.length;
      continue;
    }
    for (const piece of typeof value === 'string' ? [value] : value) {
      size += piece.length;
      if (size > MOST_BYTES) throw new RangeError('a page is too large with all that is put into it');
      pieces.push(piece);
    }
    from = end + MARK.length;
  }
}

/** @returns the parts as one buffer; each text is encoded directly into its place. */
export function joinPieces(pieces: Pieces): Buffer {
  const joined: Pieces = [];
  let text = '';
  for (const piece of pieces)
    if (typeof piece === 'string') text += piece;
    else {
      joined.push(text, piece);
      text = '';
    }
  joined.push(text);
  const size = joined.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  const whole = Buffer.allocUnsafe(size);
  let at = 0;
  for (const piece of joined)
    at += typeof piece === 'string' ? whole.write(piece, at) : piece.copy(whole, at);
  return whole;
}

const MAX_DEPTH = 64;

/**
 * The data of a page as the JSON of a render process. The gateway does not parse it: it sends the same bytes in
 * payloads, and escapes `<` in documents so that the JSON stays within its element.
 */
export class JsonBytes {
  readonly bytes: Buffer;
  #inScript: Buffer | undefined;

  /**
   * @param bytes untrusted; invalid UTF-8 is replaced.
   * @throws an Error when it is not JSON, nested too deeply, or too many.
   */
  constructor(bytes: Buffer) {
    assertBounded(bytes);
    const text = bytes.toString();
    if (isDeeper(parsed(text), MAX_DEPTH)) throw new Error(`its data is nested more than ${MAX_DEPTH} deep`);
    this.bytes = isUtf8(bytes) ? bytes : Buffer.from(text);
  }

  /** @param value the received bytes, or the parsed value of a rendering from the disk. */
  static of(value: unknown): JsonBytes {
    return value instanceof JsonBytes ? value : new JsonBytes(Buffer.from(JSON.stringify(value) ?? 'null'));
  }

  /** For the inside of a `<script>` element. */
  get inScript(): Buffer {
    return (this.#inScript ??= escaped(this.bytes));
  }

  toString(): string {
    return this.bytes.toString();
  }

  toJSON(): unknown {
    return JSON.parse(this.toString());
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('its data is no JSON');
  }
}

/**
 * Longest JSON that is escaped by a pattern, in bytes. A longer one may contain half a million `</script`, which a
 * pattern replaces too slowly.
 */
const LONG_BYTES = 256 * 1024;
const LESS_THAN = 60;
const ESCAPED = Buffer.from('\\u003c');

function escaped(bytes: Buffer): Buffer {
  if (bytes.length > LONG_BYTES) return withEscapes(bytes);
  const text = bytes.toString();
  const safe = escapeScriptEnds(text);
  return safe === text ? bytes : Buffer.from(safe);
}

/** Escapes each `<` of a JSON text by index: an iterator takes six times as long, a replacement in a string ten times. */
function withEscapes(bytes: Buffer): Buffer {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === LESS_THAN) count++;
  if (count === 0) return bytes;
  const safe = Buffer.allocUnsafeSlow(bytes.length + count * (ESCAPED.length - 1));
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte !== LESS_THAN) safe[length++] = byte;
    else for (let of = 0; of < ESCAPED.length; of++) safe[length++] = ESCAPED[of]!;
  }
  return safe;
}

/** @returns whether the parsed value has more levels. */
export function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  if (Array.isArray(value)) return value.some((part) => isDeeper(part, depth - 1));
  // The value was parsed, so all its properties are own ones. `Object.values` of each object would cost more than
  // this loop.
  for (const key in value) if (isDeeper((value as Record<string, unknown>)[key], depth - 1)) return true;
  return false;
}

/**
 * @param json text of an object, the last member of which is an object, and so on: `{"a":1,"page":{"b":2}}`.
 * @param depth how many objects end with the text.
 * @param member put at the end of the innermost of these, which is not empty.
 */
export function withLastMember(json: string, depth: number, member: string, value: Buffer): Pieces {
  const end = json.length - depth;
  return [`${json.slice(0, end)},"${member}":`, value, json.slice(end)];
}
