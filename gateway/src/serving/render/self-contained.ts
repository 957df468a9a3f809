import { KB } from '@voltframe/kit/contract/units';
import { createWorkerThread } from '../../platform/runtime/worker-thread.ts';
import { GREATER, type HtmlPart, type OpenElement, PAGE, readFrom } from './markup-reader.ts';

/**
 * The gateway joins the HTML of a page and of islands to one document as text. HTML is self-contained when a browser
 * ends each of its elements inside it, and when it has nothing that acts on the rest of the document. The check runs in
 * the gateway: release code could change a check in the render process.
 */

/** A place in HTML behind a tag or a comment. All before it has been read. */
interface Place {
  at: number;
  open: OpenElement | undefined;
}

/** HTML that is self-contained. */
export interface ContainedHtml {
  bytes: Buffer;
  /** In their order; the first one is the beginning. */
  places: readonly Place[];
}

/** Distance of two places, in bytes: about that much is read besides what differs. */
const BETWEEN_PLACES = 300;
const START: Place = { at: 0, open: undefined };

/**
 * @param bytes HTML. The markup is ASCII: one byte is one character.
 * @returns the HTML with its places; or why it is not self-contained.
 */
export function containedHtml(bytes: Buffer, part = PAGE): ContainedHtml | string {
  const places = [START];
  const html = bytes.toString('latin1');
  const end = readFrom({ html, open: undefined, part }, (at, open) => {
    // A `<` of text is no place: its meaning depends on the next character.
    if (at - places.at(-1)!.at >= BETWEEN_PLACES && html.charCodeAt(at - 1) === GREATER)
      places.push({ at, open });
  });
  if (typeof end === 'string') return end;
  return end.open ? `<${end.open.name}> is not closed` : { bytes, places };
}

/** Longest HTML that is read in the thread of the gateway, in bytes: the worst takes 10 ms. */
export const SHORT_HTML = 128 * KB;
const THREAD = {
  memoryMb: 256,
  mostWaiting: 64,
  limit: { ms: 5_000, reason: 'reading its HTML takes longer than 5 s', blocks: false },
} as const;

interface LongHtml {
  bytes: Uint8Array;
  part: HtmlPart;
}

/** One thread for the process. It ends when it is idle. */
let thread: ReturnType<typeof createWorkerThread<LongHtml, readonly Place[] | string>> | undefined;

/** As {@link containedHtml}, in a thread. @returns a reason as well when the thread exceeds its limits. */
export async function containedInThread(bytes: Buffer, part = PAGE): Promise<ContainedHtml | string> {
  thread ??= createWorkerThread({ ...THREAD, module: import.meta.filename, name: 'readLong' });
  const copy = new Uint8Array(bytes);
  const read = await thread
    .run({ bytes: copy, part }, [copy.buffer])
    .catch((error: unknown) => (error as Error).message);
  return typeof read === 'string' ? read : { bytes, places: read };
}

/** Runs in the thread. @public */
export function readLong({ bytes, part }: LongHtml): readonly Place[] | string {
  const read = containedHtml(Buffer.from(bytes.buffer), part);
  return typeof read === 'string' ? read : read.places;
}

/**
 * Compares HTML with other HTML of the same route, and reads only what lies between the equal beginning and the equal
 * end. The reading of a place behind a tag depends only on the elements that are open there, and on the following text.
 * @returns whether the HTML is self-contained for this reason; false: it has to be read as a whole, also when more than
 *   half of it differs.
 */
export function isContainedLike(bytes: Buffer, { bytes: known, places }: ContainedHtml): boolean {
  const longer = bytes.length - known.length;
  const from =
    places[
      lastWhere(
        places.length,
        (index) => places[index]!.at <= bytes.length && isEqual(bytes, 0, known, 0, places[index]!.at),
      )
    ]!;
  // From the last place on to the first: the first place whose following text is equal.
  const behind = lastWhere(places.length - 1, (back) => {
    const { at } = places[places.length - 1 - back]!;
    return (
      at >= from.at && at + longer >= from.at && isEqual(bytes, at + longer, known, at, known.length - at)
    );
  });
  const to = behind < 0 ? undefined : places[places.length - 1 - behind]!;
  if (to === undefined) return false;
  const end = to.at + longer;
  // Later pages are probably more like this one than like the known one.
  if (end - from.at > Math.min(bytes.length / 2, SHORT_HTML)) return false;
  // Otherwise a tag may begin before the equal end and continue in it.
  if (end > from.at && bytes[end - 1] !== GREATER) return false;
  const html = bytes.toString('latin1', from.at, end);
  const read = readFrom({ html, open: from.open, part: PAGE }, () => {});
  return typeof read === 'object' && isSame(read.open, to.open);
}

/** @returns the last index below a count that has a property which no index behind it has; -1 for none. */
function lastWhere(count: number, has: (index: number) => boolean): number {
  let [least, most] = [-1, count - 1];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (has(middle)) least = middle;
    else most = middle - 1;
  }
  return least;
}

function isEqual(one: Buffer, at: number, other: Buffer, otherAt: number, length: number): boolean {
  return one.compare(other, otherAt, otherAt + length, at, at + length) === 0;
}

function isSame(one: OpenElement | undefined, other: OpenElement | undefined): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined) return false;
  const { name, foreign, around, ignoring, depth } = one;
  return (
    name === other.name &&
    foreign === other.foreign &&
    around === other.around &&
    ignoring === other.ignoring &&
    depth === other.depth &&
    isSame(one.parent, other.parent)
  );
}
