/** Links of one page that are looked at, and the longest of them, in characters. */
export const MOST_LINKS = 500;
const LONGEST = 2_048;
/** Tags and attributes that are read before others have their turn: a millisecond's. */
const SLICE = 2_000;
/** Of one tag: past it the tag is left unread. */
const MOST_ATTRIBUTES = 200;

/** What begins with a name, up to its attributes. */
const NAME = /[a-z][^\s/>]*/iy;
const ATTRIBUTE = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?/y;
/** Elements whose content is text, or is shown to nobody. */
const TEXT = /^(?:script|style|textarea|title|iframe|noembed|noframes|template|xmp)$/;
const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|quot|apos|lt|gt));/gi;
const NAMED: Record<string, string> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

/**
 * Reads the links of a page in one pass: nothing is read twice, whatever the HTML is, and nobody waits longer than a slice.
 * @param pause lets others have their turn.
 * @returns each `href` of its `<a>` once, as a browser understands it.
 */
export async function linksIn(html: string, pause: () => Promise<unknown>): Promise<string[]> {
  const found = new Set<string>();
  let work = 0;
  for (let at = html.indexOf('<'); at !== -1 && found.size < MOST_LINKS; at = html.indexOf('<', at)) {
    if (work > SLICE) {
      await pause();
      work = 0;
    }
    const read = readMarkup(html, at, found);
    at = read.end;
    work += 1 + read.attributes;
  }
  return [...found];
}

interface Read {
  /** Where to read on. */
  end: number;
  attributes: number;
}

function readMarkup(html: string, at: number, found: Set<string>): Read {
  if (html.startsWith('<!--', at)) return { end: after(html, '-->', at + 4), attributes: 0 };
  NAME.lastIndex = at + 1;
  const name = NAME.exec(html)?.[0].toLowerCase();
  // An end tag, a declaration, or a `<` that is text.
  if (name === undefined) return { end: at + 1, attributes: 0 };
  const read = readAttributes(html, at + 1 + name.length, (attribute, value) => {
    if (name === 'a' && attribute === 'href' && value.length <= LONGEST) found.add(decoded(value));
  });
  return TEXT.test(name) ? { ...read, end: after(html, `</${name}`, read.end) } : read;
}

function readAttributes(html: string, start: number, take: (attribute: string, value: string) => void): Read {
  let at = start;
  let attributes = 0;
  for (; attributes < MOST_ATTRIBUTES; attributes++) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(html);
    if (!match) break;
    at = ATTRIBUTE.lastIndex;
    const [, name = '', double, single, bare] = match;
    take(name.toLowerCase(), double ?? single ?? bare ?? '');
  }
  return { end: after(html, '>', at), attributes };
}

/** @returns the place behind the next such text; without one, the end. */
function after(html: string, text: string, from: number): number {
  const found = html.indexOf(text, from);
  return found === -1 ? html.length : found + text.length;
}

function decoded(value: string): string {
  return value.replace(ENTITY, (all, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? all;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}
