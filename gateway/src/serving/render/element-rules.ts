/** SVG or MathML, by the name of the element that begins it. */
export type Foreign = 'svg' | 'math';

/**
 * What is open around an element, as bits: start tags of the same kind close it (HTML § 13.2.6.4). The end tags of all
 * that is closed so early would end elements outside of the HTML.
 */
export const OPEN = {
  li: 1,
  description: 2,
  button: 4,
  /** Only in the element itself. */
  heading: 8,
  /** A paragraph in a heading: a heading closes the paragraph, then the heading. */
  paragraph: 16,
  /** An element whose end tag is implied, directly. */
  item: 32,
  /** A table, outside of its cells and captions. */
  table: 64,
  select: 128,
  /** Any place where the parts of a table mean something. */
  parts: 256,
} as const;
const ALL = 511;
/** What elements of lists look for no further than in here, besides `address`, `div` and `p`. */
const SPECIAL = ALL & ~(OPEN.li | OPEN.description | OPEN.heading | OPEN.item);
/** Limits of the scope of elements: HTML § 13.2.4.2. */
const SCOPE = SPECIAL & ~(OPEN.button | OPEN.paragraph);

/** The rules of HTML for the elements of a name. Each tag looks up one object of them: a page has a thousand tags. */
export interface ElementRules {
  /** It has no end tag. */
  isVoid: boolean;
  /** It changes the whole document, or the meaning of all that follows. */
  isRefused: boolean;
  /** The beginning of its end tag: its content is text up to there. */
  ending: RegExp | undefined;
  /** In it, a browser ignores some start tags, and reads the content of elements with an `ending` as HTML. */
  ignoresTags: boolean;
  /** The open elements that a browser closes before its start tag, with the elements in them: bits of `OPEN`. */
  ends: number;
  /** The bits of `OPEN` that it sets for its content. */
  opens: number;
  /** The bits of `OPEN` around it that hold for its content, too. */
  keeps: number;
  /** Browsers ignore its tag without a table, and change the innermost table with it. */
  isTablePart: boolean;
  /** Of `svg` and `math`: what their content is. */
  foreign: Foreign | undefined;
  /** A browser closes `svg` and `math` before it (HTML § 13.2.6.5). */
  leavesForeign: boolean;
  /** Where its content is HTML again (HTML § 13.2.6.1, integration points). Elsewhere in SVG and MathML it is not. */
  isHtmlIn: Foreign | undefined;
  /** The check reads its attributes. */
  hasReadAttributes: boolean;
  /** Its name, or its id, replaces a property of `document` (HTML, "named properties" of Document). */
  isNamedProperty: boolean;
}

const ORDINARY: ElementRules = {
  isVoid: false,
  isRefused: false,
  ending: undefined,
  ignoresTags: false,
  ends: 0,
  opens: 0,
  keeps: ALL & ~(OPEN.heading | OPEN.item),
  isTablePart: false,
  foreign: undefined,
  leavesForeign: false,
  isHtmlIn: undefined,
  hasReadAttributes: false,
  isNamedProperty: false,
};
const RULES = new Map<string, ElementRules>();

function give(names: string, ruleFor: (name: string) => Partial<ElementRules>): void {
  for (const name of names.split(' ')) RULES.set(name, { ...rulesOf(name), ...ruleFor(name) });
}

export function rulesOf(name: string): ElementRules {
  return RULES.get(name) ?? ORDINARY;
}

give('area br col embed hr img input link meta param source track wbr', () => ({ isVoid: true }));
give(
  'html head body base frame frameset plaintext xmp noembed noframes annotation-xml mglyph malignmark',
  () => ({ isRefused: true }),
);
give('style script textarea title iframe noscript', (name) => ({
  ending: new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi'),
}));
give('select template', () => ({ ignoresTags: true }));
give(
  'article aside blockquote center details dialog dir dl fieldset figcaption figure footer form header hgroup listing main menu nav ol pre search section summary ul',
  () => ({ keeps: SPECIAL }),
);
give('h1 h2 h3 h4 h5 h6', () => ({
  ends: OPEN.heading | OPEN.paragraph,
  opens: OPEN.heading,
  keeps: SPECIAL,
}));
give('li', () => ({ ends: OPEN.li | OPEN.select, opens: OPEN.li | OPEN.item, keeps: SPECIAL }));
give('dd dt', () => ({
  ends: OPEN.description | OPEN.select,
  opens: OPEN.description | OPEN.item,
  keeps: SPECIAL,
}));
give('p option optgroup', () => ({ keeps: ALL }));
give('rb rp rt rtc', () => ({ ends: OPEN.item, keeps: ALL & ~OPEN.heading }));
give('button', () => ({ ends: OPEN.button, opens: OPEN.button, keeps: SPECIAL }));
give('applet marquee object', () => ({ keeps: SCOPE }));
give('input select', () => ({ ends: OPEN.select }));
give('select', () => ({ opens: OPEN.select, keeps: SPECIAL }));
give('table', () => ({ ends: OPEN.table, opens: OPEN.table | OPEN.parts, keeps: SCOPE }));
give('thead tbody tfoot tr colgroup', () => ({ opens: OPEN.table, keeps: SCOPE }));
give('td th caption', () => ({ keeps: SCOPE & ~OPEN.table }));
give('caption col colgroup tbody td tfoot th thead tr', () => ({ isTablePart: true }));
give('template', () => ({ opens: OPEN.parts, keeps: 0 }));
give('svg', () => ({ foreign: 'svg' }));
give('math', () => ({ foreign: 'math' }));
give(
  'b big blockquote br center code dd div dl dt em embed font h1 h2 h3 h4 h5 h6 hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
  () => ({ leavesForeign: true }),
);
give('foreignobject desc title', () => ({ isHtmlIn: 'svg' }));
give('mi mo mn ms mtext', () => ({ isHtmlIn: 'math' }));
give('meta script', () => ({ hasReadAttributes: true }));
give('embed form iframe img object', () => ({ isNamedProperty: true }));

/** The properties of `document` and of what it inherits from, without handlers of events and constants. */
export const DOCUMENT_PROPERTIES: ReadonlySet<string> = new Set(
  (
    'URL activeElement activeViewTransition addEventListener adoptNode adoptedStyleSheets alinkColor all ' +
    'anchors append appendChild applets ariaNotify baseURI bgColor body captureEvents caretPositionFromPoint ' +
    'caretRangeFromPoint characterSet charset childElementCount childNodes children clear cloneNode close ' +
    'compareDocumentPosition compatMode constructor contains contentType cookie createAttribute ' +
    'createAttributeNS createCDATASection createComment createDocumentFragment createElement createElementNS ' +
    'createEvent createExpression createNSResolver createNodeIterator createProcessingInstruction createRange ' +
    'createTextNode createTreeWalker currentScript customElementRegistry defaultView designMode dir ' +
    'dispatchEvent doctype documentElement documentURI domain elementFromPoint elementsFromPoint embeds ' +
    'evaluate execCommand exitFullscreen exitPictureInPicture exitPointerLock featurePolicy fgColor ' +
    'firstChild firstElementChild fonts forms fragmentDirective fullscreen fullscreenElement ' +
    'fullscreenEnabled getAnimations getElementById getElementsByClassName getElementsByName ' +
    'getElementsByTagName getElementsByTagNameNS getRootNode getSelection hasChildNodes hasFocus ' +
    'hasStorageAccess hasUnpartitionedCookieAccess head hidden images implementation importNode inputEncoding ' +
    'insertBefore isConnected isDefaultNamespace isEqualNode isSameNode lastChild lastElementChild ' +
    'lastModified linkColor links location lookupNamespaceURI lookupPrefix moveBefore nextSibling nodeName ' +
    'nodeType nodeValue normalize open ownerDocument parentElement parentNode pictureInPictureElement ' +
    'pictureInPictureEnabled plugins pointerLockElement prepend prerendering previousSibling ' +
    'queryCommandEnabled queryCommandIndeterm queryCommandState queryCommandSupported queryCommandValue ' +
    'querySelector querySelectorAll readyState referrer releaseEvents removeChild removeEventListener ' +
    'replaceChild replaceChildren requestStorageAccess rootElement scripts scrollingElement ' +
    'startViewTransition styleSheets textContent timeline title visibilityState vlinkColor wasDiscarded when ' +
    'write writeln xmlEncoding xmlStandalone xmlVersion'
  ).split(' '),
);

/** The bits of `OPEN` that hold in SVG and MathML, and in HTML inside of these. */
export const KEPT_IN_FOREIGN = { html: SCOPE, foreign: ORDINARY.keeps } as const;

const NAMES_OF_OPEN: readonly (readonly [number, string])[] = [
  [OPEN.select, '<select>'],
  [OPEN.table, 'a table, outside of its cells'],
  [OPEN.button, '<button>'],
  [OPEN.heading | OPEN.paragraph, 'a heading'],
  [OPEN.li, '<li>'],
  [OPEN.description | OPEN.item, '<dd>, <dt> or <li>'],
];

/** @param open bits of `OPEN`. @returns the name of the first of these elements. */
export function nameOfOpen(open: number): string {
  return NAMES_OF_OPEN.find(([bits]) => (bits & open) !== 0)?.[1] ?? '';
}
