import { isUtf8 } from 'node:buffer';
import { LATE_MARK } from '@voltframe/kit/contract/page/late-tokens';

/**
 * HTML as the UTF-8 that a render process sent. It goes out as the same bytes: as text it takes twice the memory, and to make
 * text of it and bytes again costs more than all else that is done to it.
 */
export class HtmlBytes {
  readonly #bytes: Buffer;

  /** @param bytes what is no UTF-8 in them is replaced, as browsers do. */
  constructor(bytes: Buffer) {
    this.#bytes = isUtf8(bytes) ? bytes : Buffer.from(bytes.toString());
  }

  /** @param html from a process, or text of a rendering that lay on the disk. */
  static of(html: string | HtmlBytes): HtmlBytes {
    return typeof html === 'string' ? new HtmlBytes(Buffer.from(html)) : html;
  }

  get bytes(): Buffer {
    return this.#bytes;
  }

  /** In bytes. */
  get length(): number {
    return this.#bytes.length;
  }

  toString(): string {
    return this.#bytes.toString();
  }

  toJSON(): string {
    return this.toString();
  }
}

/** What a document is put together from, in order. */
export type Pieces = (string | Buffer)[];

const MARK = Buffer.from(LATE_MARK);
/** With all that is put in. A release decides how often a marker stands in its HTML. */
const MOST_BYTES = 32 * 1024 * 1024;
/** What a piece takes besides its bytes, about. */
const PIECE_BYTES = 100;

/** As `fillTokens`, of bytes. @throws RangeError when it becomes too large. */
export function fillPieces(
  { bytes }: HtmlBytes,
  values: (name: string) => string | Pieces | undefined,
): Pieces {
  const pieces: Pieces = [];
  let from = 0;
  let size = bytes.length;
  for (;;) {
    const start = bytes.indexOf(MARK, from);
    const end = start < 0 ? -1 : bytes.indexOf(MARK, start + MARK.length);
    if (end < 0) return [...pieces, bytes.subarray(from)];
    const value = values(bytes.toString('utf8', start + MARK.length, end)) ?? '';
    pieces.push(bytes.subarray(from, start));
    for (const piece of typeof value === 'string' ? [value] : value) {
      size += piece.length + PIECE_BYTES;
      if (size > MOST_BYTES) throw new RangeError('a page is too large with all that is put into it');
      pieces.push(piece);
    }
    from = end + MARK.length;
  }
}

/** @returns all of them as one: each text between two of the bytes is written to its place at once. */
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
