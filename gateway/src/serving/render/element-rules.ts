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
  /** `svg` and `math`: their content is SVG or MathML. */
  isForeign: boolean;
  /** A browser closes `svg` and `math` before it (HTML § 13.2.6.5). */
  leavesForeign: boolean;
  /** In `svg` and `math`, its content is HTML again. */
  isBackToHtml: boolean;
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
  isForeign: false,
  leavesForeign: false,
  isBackToHtml: false,
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
give('svg math', () => ({ isForeign: true }));
give(
  'b big blockquote br center code dd div dl dt em embed font h1 h2 h3 h4 h5 h6 hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
  () => ({ leavesForeign: true }),
);
give('foreignobject desc title mi mo mn ms mtext', () => ({ isBackToHtml: true }));
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
