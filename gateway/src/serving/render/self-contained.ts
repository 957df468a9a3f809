import { PLATFORM_IDS } from '@voltframe/kit/contract/page/platform-ids';

/**
 * The gateway joins the HTML of a page and of islands to one document as text. HTML is self-contained when a browser
 * ends each of its elements inside it, and when it has nothing that acts on the rest of the document. The check runs in
 * the gateway: release code could change a check in the render process.
 *
 * It reads the HTML once and accepts less than the HTML standard allows: HTML for which its reading could differ from
 * that of a browser is refused.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements without an end tag. */
const VOID = words('area br col embed hr img input link meta param source track wbr');
/** They change the whole document, or the meaning of all that follows. */
const REFUSED = words(
  'html head body base frame frameset plaintext xmp noembed noframes annotation-xml mglyph malignmark',
);
/** Their content is text up to the first end tag of the same name. */
const TEXT = words('style script textarea title iframe noscript');
/** In these, a browser ignores some start tags, and reads the content of elements of {@link TEXT} as HTML. */
const IGNORES_TAGS = words('select template');
/** A browser closes `svg` and `math` before these (HTML § 13.2.6.5). */
const LEAVES_FOREIGN = words(
  'b big blockquote br center code dd div dl dt em embed font h1 h2 h3 h4 h5 h6 hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
);
/** The content of these elements of `svg` and `math` is HTML again. */
const BACK_TO_HTML = words('foreignobject desc title mi mo mn ms mtext');
/** Types of scripts that browsers do not run. */
const DATA_TYPES = words('application/json application/ld+json');
/** Browsers flatten deeper trees. */
const MOST_DEPTH = 256;
/** Longest tag that a reason shows, in characters. */
const SHOWN = 40;

const NAME = /([a-z][a-z\d:-]*)(?=[\t\n\f\r />])/iy;
/** White space and slashes, and an attribute, if one follows. */
const ATTRIBUTE =
  /([\t\n\f\r /]+)(?:([^\t\n\f\r />="'<`]+)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >"'=<`]+)))?)?/y;
const END = /[\t\n\f\r ]*>/y;

interface OpenElement {
  name: string;
  /** Whether its content is SVG or MathML. */
  foreign: boolean;
}

/**
 * @param html of a page or an island.
 * @returns why the HTML is not self-contained; undefined when it is.
 */
export function containmentIssue(html: string): string | undefined {
  const open: OpenElement[] = [];
  let at = html.indexOf('<');
  while (at >= 0) {
    const next = readMarkup(html, at, open);
    if (typeof next === 'string') return next;
    at = html.indexOf('<', next);
  }
  const last = open.at(-1);
  return last && `<${last.name}> is not closed`;
}

/** @param at of a `<`. @returns the position behind the markup, or the issue. */
function readMarkup(html: string, at: number, open: OpenElement[]): number | string {
  const sign = html[at + 1] ?? '';
  if (sign === '!') return readComment(html, at);
  if (sign === '/') return readEndTag(html, at, open);
  if (/[a-z]/i.test(sign)) return readStartTag(html, at, open);
  return sign === '?' ? `${shown(html, at)} is no HTML` : at + 1;
}

function readComment(html: string, at: number): number | string {
  const from = at + '<!--'.length;
  const end = html.startsWith('<!--', at) ? html.indexOf('-->', from) : -1;
  if (end < 0) return `${shown(html, at)} is no complete comment`;
  const text = html.slice(from, end);
  return /^-?>|--!>|<!--|<!-$|-$/.test(text)
    ? `${shown(html, at)} is an ambiguous comment`
    : end + '-->'.length;
}

function readEndTag(html: string, at: number, open: OpenElement[]): number | string {
  const name = nameAt(html, at + '</'.length);
  const end = name === undefined ? -1 : endAt(html, at + '</'.length + name.length);
  if (end < 0) return `${shown(html, at)} is no end tag`;
  return open.pop()?.name === name ? end : `${shown(html, at)} does not end the element that is open there`;
}

function readStartTag(html: string, at: number, open: OpenElement[]): number | string {
  const name = nameAt(html, at + 1);
  if (name === undefined) return `${shown(html, at)} is no start tag`;
  const tag = readAttributes(html, at + 1 + name.length);
  if (typeof tag === 'string') return `${shown(html, at)} ${tag}`;
  const issue = tagIssue(name, tag.attributes, open);
  if (issue !== undefined) return `${shown(html, at)} ${issue}`;
  const foreign = isForeign(name, open);
  if (foreign ? tag.closes : VOID.has(name)) return tag.end;
  if (!foreign && TEXT.has(name)) return readText(html, name, tag.end);
  open.push({ name, foreign: foreign && (name === 'svg' || name === 'math' || !BACK_TO_HTML.has(name)) });
  return open.length > MOST_DEPTH ? `${shown(html, at)} is nested more than ${MOST_DEPTH} deep` : tag.end;
}

/** @returns whether an element is one of SVG or MathML. */
function isForeign(name: string, open: readonly OpenElement[]): boolean {
  return name === 'svg' || name === 'math' || open.at(-1)?.foreign === true;
}

function tagIssue(
  name: string,
  attributes: ReadonlyMap<string, string>,
  open: readonly OpenElement[],
): string | undefined {
  if (REFUSED.has(name)) return 'is not allowed in a page or an island';
  if (name === 'meta' && attributes.has('http-equiv'))
    return 'is not allowed: http-equiv acts on the document';
  const type = (attributes.get('type') ?? '').toLowerCase();
  if (name === 'script' && !DATA_TYPES.has(type)) return 'is a script that the platform did not make';
  if (PLATFORM_IDS.includes(decoded(attributes.get('id') ?? ''))) return 'has an id of the platform';
  if (open.at(-1)?.foreign && LEAVES_FOREIGN.has(name)) return `is no element of <${open.at(-1)!.name}>`;
  const isText = TEXT.has(name) || name === 'svg' || name === 'math';
  const ignoring = isText && open.find((element) => IGNORES_TAGS.has(element.name));
  return ignoring ? `is not allowed in <${ignoring.name}>` : undefined;
}

/** Reads the content of an element whose content is text. @returns the position behind its end tag, or the issue. */
function readText(html: string, name: string, from: number): number | string {
  const ending = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi');
  ending.lastIndex = from;
  const found = ending.exec(html);
  const end = found ? endAt(html, found.index + found[0].length) : -1;
  if (!found || end < 0) return `<${name}> is not closed`;
  const text = html.slice(from, found.index);
  // A script may go on behind its end tag after this.
  if (name === 'script' && text.includes('<!--')) return '<script> contains a comment of HTML';
  // Without JavaScript, the content is HTML.
  const issue = name === 'noscript' ? containmentIssue(text) : undefined;
  return issue === undefined ? end : `in <noscript>: ${issue}`;
}

/** @returns the attributes of a start tag by lower-case name, and whether it ends with `/>`; or the issue. */
function readAttributes(
  html: string,
  from: number,
): { attributes: Map<string, string>; closes: boolean; end: number } | string {
  const attributes = new Map<string, string>();
  let at = from;
  let closes = false;
  while (html[at] !== '>') {
    ATTRIBUTE.lastIndex = at;
    const found = ATTRIBUTE.exec(html);
    if (!found) return 'has a malformed or incomplete attribute';
    const [all, space = '', name, double, single, bare] = found;
    at += all.length;
    closes = name === undefined && space.endsWith('/');
    const key = name?.toLowerCase();
    // The first of two attributes with the same name counts.
    if (key !== undefined && !attributes.has(key)) attributes.set(key, double ?? single ?? bare ?? '');
  }
  return { attributes, closes, end: at + 1 };
}

function nameAt(html: string, at: number): string | undefined {
  NAME.lastIndex = at;
  return NAME.exec(html)?.[1]!.toLowerCase();
}

/** @returns the position behind the `>` that follows; -1 when something else follows. */
function endAt(html: string, at: number): number {
  END.lastIndex = at;
  return END.test(html) ? END.lastIndex : -1;
}

/** @returns the text of an attribute. Entities that the platform's ids could hide in are decoded. */
function decoded(value: string): string {
  if (!value.includes('&')) return value;
  return value
    .replaceAll(/&#x([\da-f]{1,6});?/gi, (_, hex: string) => characterOf(Number.parseInt(hex, 16)))
    .replaceAll(/&#(\d{1,7});?/g, (_, decimal: string) => characterOf(Number(decimal)))
    .replaceAll(/&(?:hyphen|dash);/g, '-');
}

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

function shown(html: string, at: number): string {
  const end = html.indexOf('>', at);
  return JSON.stringify(html.slice(at, end < 0 || end - at > SHOWN ? at + SHOWN : end + 1));
}
