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
/** Their content is text up to the first end tag of the same name: the pattern of its beginning, by name. */
const TEXT: ReadonlyMap<string, RegExp> = new Map(
  Array.from(words('style script textarea title iframe noscript'), (name) => [
    name,
    new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi'),
  ]),
);
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
/** A start tag as React writes it, in one step: a page has a thousand. */
const PLAIN_TAG = /<([a-z][a-z\d:-]*)((?: [^\t\n\f\r />="'<`]+(?:="[^"]*"|='[^']*')?)*)(\/?)>/y;
const PLAIN_ID = / id=(?:"([^"]*)"|'([^']*)')/i;

interface OpenElement {
  name: string;
  /** Whether its content is SVG or MathML. */
  foreign: boolean;
  /** The element of {@link IGNORES_TAGS} that it is, or is in. */
  ignoring: string | undefined;
}

/** The elements that are open at a place. */
interface Open extends Array<OpenElement> {
  /** Whether the HTML may have `<style>`. */
  allowsStyles?: boolean;
}

/**
 * @param html of a page or an island.
 * @param allowsStyles whether it may have stylesheets. The policy of an undeclared page's document drops those of the
 *   page, but an island's would apply in a document that allows stylesheets of another app.
 * @returns why the HTML is not self-contained; undefined when it is.
 */
export function containmentIssue(html: string, allowsStyles = true): string | undefined {
  const open: Open = Object.assign([], { allowsStyles });
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
function readMarkup(html: string, at: number, open: Open): number | string {
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
  const last = open.at(-1)?.name;
  // As React writes it.
  if (last !== undefined && html.startsWith(`${last}>`, at + '</'.length)) {
    open.pop();
    return at + '</>'.length + last.length;
  }
  const name = nameAt(html, at + '</'.length);
  const end = name === undefined ? -1 : endAt(html, at + '</'.length + name.length);
  if (end < 0) return `${shown(html, at)} is no end tag`;
  return open.pop()?.name === name ? end : `${shown(html, at)} does not end the element that is open there`;
}

interface StartTag {
  name: string;
  /** Its attributes that the check reads. */
  id: string;
  type: string;
  actsOnDocument: boolean;
  /** Whether it ends with `/>`. */
  closes: boolean;
  /** The position behind it. */
  end: number;
}

function readStartTag(html: string, at: number, open: Open): number | string {
  const tag = plainTagAt(html, at) ?? tagAt(html, at);
  if (typeof tag === 'string') return `${shown(html, at)} ${tag}`;
  const { name, end } = tag;
  const parent = open.at(-1);
  const issue = tagIssue(tag, parent);
  if (issue !== undefined) return `${shown(html, at)} ${issue}`;
  if (name === 'style' && !open.allowsStyles)
    return `${shown(html, at)} needs styles: 'runtime' in mfe.config.ts`;
  const foreign = isForeign(name, parent);
  if (foreign ? tag.closes : VOID.has(name)) return end;
  const ending = foreign ? undefined : TEXT.get(name);
  if (ending) return readText(html, name, ending, end, open.allowsStyles);
  open.push({
    name,
    foreign: foreign && (name === 'svg' || name === 'math' || !BACK_TO_HTML.has(name)),
    ignoring: IGNORES_TAGS.has(name) ? name : parent?.ignoring,
  });
  return open.length > MOST_DEPTH ? `${shown(html, at)} is nested more than ${MOST_DEPTH} deep` : end;
}

/** @returns undefined for a tag in another form. */
function plainTagAt(html: string, at: number): StartTag | undefined {
  PLAIN_TAG.lastIndex = at;
  const found = PLAIN_TAG.exec(html);
  if (!found) return undefined;
  const [all, name = '', attributes = '', slash] = found;
  if (name === 'meta' || name === 'script') return undefined;
  const [, double, single] = (attributes === '' ? null : PLAIN_ID.exec(attributes)) ?? [];
  const id = double ?? single ?? '';
  return { name, id, type: '', actsOnDocument: false, closes: slash !== '', end: at + all.length };
}

/** @returns a start tag in any form, or the issue. */
function tagAt(html: string, at: number): StartTag | string {
  const name = nameAt(html, at + 1);
  if (name === undefined) return 'is no start tag';
  const tag = readAttributes(html, at + 1 + name.length);
  if (typeof tag === 'string') return tag;
  const { attributes, closes, end } = tag;
  const { id = '', type = '' } = Object.fromEntries(attributes);
  return { name, id, type, actsOnDocument: attributes.has('http-equiv'), closes, end };
}

/** @returns whether an element is one of SVG or MathML. */
function isForeign(name: string, parent: OpenElement | undefined): boolean {
  return name === 'svg' || name === 'math' || parent?.foreign === true;
}

function tagIssue(
  { name, id, type, actsOnDocument }: StartTag,
  parent: OpenElement | undefined,
): string | undefined {
  if (REFUSED.has(name)) return 'is not allowed in a page or an island';
  if (name === 'meta' && actsOnDocument) return 'is not allowed: http-equiv acts on the document';
  if (name === 'script' && !DATA_TYPES.has(type.toLowerCase()))
    return 'is a script that the platform did not make';
  if (id !== '' && PLATFORM_IDS.includes(decoded(id))) return 'has an id of the platform';
  if (parent?.foreign && LEAVES_FOREIGN.has(name)) return `is no element of <${parent.name}>`;
  if (parent?.ignoring === undefined) return undefined;
  const isText = TEXT.has(name) || name === 'svg' || name === 'math';
  return isText ? `is not allowed in <${parent.ignoring}>` : undefined;
}

/** Reads the content of an element whose content is text. @returns the position behind its end tag, or the issue. */
function readText(
  html: string,
  name: string,
  ending: RegExp,
  from: number,
  allowsStyles?: boolean,
): number | string {
  ending.lastIndex = from;
  const found = ending.exec(html);
  const end = found ? endAt(html, found.index + found[0].length) : -1;
  if (!found || end < 0) return `<${name}> is not closed`;
  const text = html.slice(from, found.index);
  // A script may go on behind its end tag after this.
  if (name === 'script' && text.includes('<!--')) return '<script> contains a comment of HTML';
  // Without JavaScript, the content is HTML.
  const issue = name === 'noscript' ? containmentIssue(text, allowsStyles) : undefined;
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
