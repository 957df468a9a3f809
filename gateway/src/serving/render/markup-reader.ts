import { PLATFORM_IDS } from '@voltframe/kit/contract/page/platform-ids';
import {
  DOCUMENT_PROPERTIES,
  type ElementRules,
  type Foreign,
  KEPT_IN_FOREIGN,
  nameOfOpen,
  OPEN,
  rulesOf,
} from './element-rules.ts';

/**
 * Reads the markup of HTML once, and accepts less than the HTML standard allows: HTML for which its reading could
 * differ from that of a browser is refused.
 */

/** Names of `<meta>` that browsers and search engines obey anywhere in a document. */
const DOCUMENT_META: ReadonlySet<string> = new Set(
  'viewport referrer color-scheme theme-color robots googlebot bingbot'.split(' '),
);
/** Types of scripts that browsers do not run. */
const DATA_TYPES: ReadonlySet<string> = new Set(['application/json', 'application/ld+json']);
/** Browsers flatten deeper trees. */
const MOST_DEPTH = 256;
/** Most attributes of one tag, because each is read and remembered. */
const MOST_ATTRIBUTES = 256;
/** Longest attribute that is compared with names, in characters: an entity for each letter of the longest name. */
const LONGEST_NAME = 1_000;
/** Longest tag that a reason shows, in characters. */
const SHOWN = 40;

const NAME = /([a-z][a-z\d:-]*)(?=[\t\n\f\r />])/iy;
/** White space and slashes, and an attribute, if one follows. */
const ATTRIBUTE =
  /([\t\n\f\r /]+)(?:([^\t\n\f\r />="'<`]+)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r >"'=<`]+)))?)?/y;
const END = /[\t\n\f\r ]*>/y;
/** The attributes that the check reads, of any element. */
const READ = ['id', 'name', 'form', 'autofocus', 'tabindex'];
const inAnyCase = (name: string): string =>
  name.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
/** A start tag as React writes it, without such an attribute: most tags. */
const PLAIN_TAG = new RegExp(
  `<[a-z][a-z\\d:-]*(?: (?!(?:${READ.map(inAnyCase).join('|')})[ =/>])` +
    `[^\\t\\n\\f\\r />="'<\`]+(?:="[^"]*"|='[^']*')?){0,64}\\/?>`,
  'y',
);

export interface OpenElement {
  name: string;
  /** What its content is; undefined for HTML. */
  foreign: Foreign | undefined;
  /** What is open in it: bits of `OPEN`. */
  around: number;
  /** The name of the element with `ignoresTags` that it is, or is in. */
  ignoring: string | undefined;
  parent: OpenElement | undefined;
  depth: number;
}

/** What HTML is a part of. */
export interface HtmlPart {
  /** Whether it is shown in documents of other apps. */
  isIsland: boolean;
  /**
   * Whether it may have stylesheets. The policy of an undeclared page's document drops those of the page, but an
   * island's would apply in a document that allows stylesheets of another app.
   */
  allowsStyles: boolean;
}

export const PAGE: HtmlPart = { isIsland: false, allowsStyles: true };

/** HTML that is being read. */
export interface Reading {
  html: string;
  /** The innermost element that is open at the current position. */
  open: OpenElement | undefined;
  part: HtmlPart;
}

/** @returns why the HTML is not self-contained; undefined when it is. */
export function containmentIssue(html: string, part = PAGE): string | undefined {
  const issue = readFrom({ html, open: undefined, part }, () => {});
  return typeof issue === 'object' ? issue.open && `<${issue.open.name}> is not closed` : issue;
}

/**
 * Reads HTML to its end.
 * @param passed called with each position behind markup, and the innermost element that is open there.
 * @returns the reading at the end, or the issue.
 */
export function readFrom(
  reading: Reading,
  passed: (at: number, open: OpenElement | undefined) => void,
): Pick<Reading, 'open'> | string {
  const { html } = reading;
  let at = html.indexOf('<');
  while (at >= 0) {
    const next = readMarkup(reading, at);
    if (typeof next === 'string') return next;
    passed(next, reading.open);
    at = html.indexOf('<', next);
  }
  return reading;
}

/** @param at of a `<`. @returns the position behind the markup, or the issue. */
function readMarkup(reading: Reading, at: number): number | string {
  const { html } = reading;
  const sign = html.charCodeAt(at + 1);
  if (sign === SLASH) return readEndTag(reading, at);
  if (isLetter(sign)) return readStartTag(reading, at);
  if (sign === EXCLAMATION) return readComment(html, at);
  return sign === QUESTION ? `${shown(html, at)} is no HTML` : at + 1;
}

/** The character code of `>`. */
export const GREATER = 62;
const [EXCLAMATION, HYPHEN, SLASH, QUESTION] = [33, 45, 47, 63];

function isLetter(code: number): boolean {
  // The small letter of a capital one has this bit besides.
  const small = code | 0x20;
  return small >= 97 && small <= 122;
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

function readEndTag(reading: Reading, at: number): number | string {
  const { html, open } = reading;
  const from = at + '</'.length;
  const last = open?.name;
  reading.open = open?.parent;
  // As React writes it.
  if (last !== undefined && html.startsWith(last, from) && html.charCodeAt(from + last.length) === GREATER)
    return from + last.length + '>'.length;
  const name = nameAt(html, from);
  const end = name === undefined ? -1 : endAt(html, from + name.length);
  if (end < 0) return `${shown(html, at)} is no end tag`;
  return last === name ? end : `${shown(html, at)} does not end the element that is open there`;
}

interface StartTag {
  name: string;
  /** Its attributes that the check reads. */
  id: string;
  ownName: string;
  type: string;
  actsOnDocument: boolean;
  /** Whether it belongs to a form by its id, wherever that is. */
  namesForm: boolean;
  takesFocus: boolean;
  /** Its place in the order of the Tab key. */
  tabindex: string;
  /** Whether it ends with `/>`. */
  closes: boolean;
  /** The position behind it. */
  end: number;
}

function readStartTag(reading: Reading, at: number): number | string {
  const { html } = reading;
  PLAIN_TAG.lastIndex = at;
  if (PLAIN_TAG.test(html)) {
    const end = PLAIN_TAG.lastIndex;
    const name = plainNameAt(html, at + 1);
    const rules = rulesOf(name);
    const closes = html.charCodeAt(end - 2) === SLASH;
    if (!rules.hasReadAttributes) return enter(reading, { name, rules, closes, at, end });
  }
  const tag = tagAt(html, at);
  if (typeof tag === 'string') return `${shown(html, at)} ${tag}`;
  const rules = rulesOf(tag.name);
  const issue = attributeIssue(tag, rules) ?? (reading.part.isIsland ? foreignIssue(tag) : undefined);
  return issue === undefined
    ? enter(reading, { name: tag.name, rules, closes: tag.closes, at, end: tag.end })
    : `${shown(html, at)} ${issue}`;
}

/** @returns the name at a position, up to a blank, a slash or the end of the tag. */
function plainNameAt(html: string, from: number): string {
  let to = from;
  for (let code = html.charCodeAt(to); code === HYPHEN || (code > SLASH && code !== GREATER);)
    code = html.charCodeAt(++to);
  return html.slice(from, to);
}

/** @returns a start tag in any form, or the issue. */
function tagAt(html: string, at: number): StartTag | string {
  const name = nameAt(html, at + 1);
  if (name === undefined) return 'is no start tag';
  const tag = readAttributes(html, at + 1 + name.length);
  if (typeof tag === 'string') return tag;
  const { attributes, closes, end } = tag;
  const { id = '', name: ownName = '', type = '', tabindex = '' } = Object.fromEntries(attributes);
  return {
    name,
    id,
    ownName,
    type,
    actsOnDocument: attributes.has('http-equiv'),
    namesForm: attributes.has('form'),
    takesFocus: attributes.has('autofocus'),
    tabindex,
    closes,
    end,
  };
}

function attributeIssue(
  { name, id, ownName, type, actsOnDocument }: StartTag,
  { isNamedProperty }: ElementRules,
): string | undefined {
  if (name === 'meta' && actsOnDocument) return 'is not allowed: http-equiv acts on the document';
  if (name === 'script' && !DATA_TYPES.has(type.toLowerCase()))
    return 'is a script that the platform did not make';
  if (isNamedProperty && [id, ownName].some((text) => DOCUMENT_PROPERTIES.has(decoded(text))))
    return 'has the name of a property of document, which it would replace';
  return id !== '' && PLATFORM_IDS.includes(decoded(id)) ? 'has an id of the platform' : undefined;
}

/** @returns why a tag acts on a document of another app; undefined when it does not. */
function foreignIssue({ name, ownName, ...tag }: StartTag): string | undefined {
  if (name === 'meta' && DOCUMENT_META.has(decoded(ownName).toLowerCase()))
    return 'is not allowed in an island: it is about the whole document';
  if (tag.namesForm) return 'is not allowed in an island: put it into its form, without the attribute form';
  if (tag.takesFocus)
    return 'is not allowed in an island: autofocus takes the focus of the page. Focus it when a visitor has acted';
  return /^[^1-9]*$|^[\t\n\f\r ]*-/.test(decoded(tag.tabindex))
    ? undefined
    : 'is not allowed in an island: a tabindex above 0 comes before the elements of the page';
}

interface EnteredTag extends Pick<StartTag, 'name' | 'closes' | 'end'> {
  rules: ElementRules;
  /** The position of its `<`. */
  at: number;
}

/** Opens the element of a start tag. @returns the position behind the tag and content that is text, or the issue. */
function enter(reading: Reading, tag: EnteredTag): number | string {
  const { html, open: parent, part } = reading;
  const { name, rules, closes, at, end } = tag;
  const issue = placeIssue(name, rules, reading);
  if (issue !== undefined) return `${shown(html, at)} ${issue}`;
  if (name === 'style' && !part.allowsStyles)
    return `${shown(html, at)} needs styles: 'runtime' in mfe.config.ts`;
  // A `math` in SVG is an element of SVG, and the other way round.
  const foreign = parent?.foreign ?? rules.foreign;
  if (foreign ? closes : rules.isVoid) return end;
  if (!foreign && rules.ending) return readText(html, name, rules.ending, end, part);
  const depth = (parent?.depth ?? 0) + 1;
  reading.open = {
    name,
    foreign: rules.isHtmlIn === foreign ? undefined : foreign,
    around: aroundContent(name, rules, parent?.around ?? 0, foreign),
    ignoring: rules.ignoresTags ? name : parent?.ignoring,
    parent,
    depth,
  };
  return depth > MOST_DEPTH ? `${shown(html, at)} is nested more than ${MOST_DEPTH} deep` : end;
}

/** @param around the element. @returns the bits of `OPEN` for its content. */
function aroundContent(
  name: string,
  rules: ElementRules,
  around: number,
  foreign: Foreign | undefined,
): number {
  if (foreign) return around & KEPT_IN_FOREIGN[rules.isHtmlIn === foreign ? 'html' : 'foreign'];
  const isInHeading = name === 'p' && (around & OPEN.heading) !== 0;
  return (around & rules.keeps) | rules.opens | (isInHeading ? OPEN.paragraph : 0);
}

function placeIssue(
  name: string,
  rules: ElementRules,
  { open: parent, part }: Pick<Reading, 'open' | 'part'>,
): string | undefined {
  if (rules.isRefused) return 'is not allowed in a page or an island';
  if (parent?.foreign) return rules.leavesForeign ? `is no element of <${parent.name}>` : undefined;
  const around = parent?.around ?? 0;
  const ended = rules.ends & around;
  if (ended !== 0) return `is in ${nameOfOpen(ended)}: browsers close that before it`;
  if (rules.isTablePart && part.isIsland && (around & OPEN.parts) === 0)
    return 'is not in a table: it would change the table that the island is in';
  if (parent?.ignoring === undefined) return undefined;
  return rules.ending || rules.foreign ? `is not allowed in <${parent.ignoring}>` : undefined;
}

/** Reads the content of an element whose content is text. @returns the position behind its end tag, or the issue. */
function readText(html: string, name: string, ending: RegExp, from: number, part: HtmlPart): number | string {
  ending.lastIndex = from;
  const found = ending.exec(html);
  const end = found ? endAt(html, found.index + found[0].length) : -1;
  if (!found || end < 0) return `<${name}> is not closed`;
  const text = html.slice(from, found.index);
  // A script may go on behind its end tag after this.
  if (name === 'script' && text.includes('<!--')) return '<script> contains a comment of HTML';
  // Without JavaScript, the content is HTML.
  const issue = name === 'noscript' ? containmentIssue(text, part) : undefined;
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
  let count = 0;
  while (html[at] !== '>') {
    ATTRIBUTE.lastIndex = at;
    const found = ATTRIBUTE.exec(html);
    if (!found) return 'has a malformed or incomplete attribute';
    const [all, space = '', name, double, single, bare] = found;
    at += all.length;
    closes = name === undefined && space.endsWith('/');
    const key = name?.toLowerCase();
    if (++count > MOST_ATTRIBUTES) return `has more than ${MOST_ATTRIBUTES} attributes`;
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
  if (!value.includes('&') || value.length > LONGEST_NAME) return value;
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
