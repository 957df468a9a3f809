/** Why a page fails in the browser, as far as its error says, and what its team can do. */
import type { Difference } from './child/first-difference.ts';

/** The cause of a failed hydration. `feature`: the window of admission lacks a feature that browsers have. */
export type FailureCause = keyof typeof ADVICE;

/** Cause → the advice of its finding. */
export const ADVICE = {
  difference:
    'The first rendering of a component must depend only on its data. Read clock, time zone, locale, width and storage in an effect.',
  nesting:
    'Browsers move an element that must not be inside of another, as a <div> in a <p>, so the page has another tree than React. Nest the elements as HTML allows it.',
  head: 'Give title, meta and links by `head` of the page, or let React move them: they must not depend on the browser.',
  suspense:
    'A Suspense boundary must have the same contents on the server and in the first rendering of the browser. Give its data by the loader, or show the part in an effect.',
  json: 'A text that is no JSON is parsed. Check the text before it is parsed, and its address: an error screen is HTML.',
  policy:
    "Declare the origin in `csp` of the route, the island or the app in mfe.config.ts (for WebAssembly `'wasm-unsafe-eval'` as script-src, for workers that are made of a text `blob:` as worker-src, for `fetch` of a `data:` address `data:` as connect-src), and ask the operator to allow it; or request it through an upstream of the app.",
  fixed:
    'The policy is the same for every app. Put the file into the app: a stylesheet as a module, a font by `fonts` of mfe.config.ts.',
  evaluation:
    'The policy of no document allows to evaluate strings (`eval`, functions made of a text). Use the build of the package for a Content-Security-Policy, or another package.',
  inline:
    'The policy of no document allows a <script> with its code in it. Put the code into a module of the app, or load it by its address (`src`).',
  symbol:
    'Browsers draw <use> from a file of the site only, whatever `csp` declares. Put the file into the app and import its address.',
  rem: '`rem` is the same for all apps. Set the size of the font on `body`, and sizes in rem by calc().',
  feature:
    'Browsers have this feature; the window of admission lacks it, so the rest of the page was not tried. Look at the page with `mfe check --browser`.',
  error:
    'Correct the error at the line in the reason: visitors would see the error screen in place of the page.',
};

/** Text of the `EvalError` in Chromium. */
const EVALUATION = /Evaluating a string as JavaScript violates/;
/** Of child/document-policy.ts. */
export const FOREIGN_SYMBOL = ', a file that is not of the site';
/** Of child/document-policy.ts: no app can declare it. */
export const FOR_EVERY_APP = ' for every app: ';
/** Of child/document-policy.ts. */
export const INLINE_SCRIPT = ' that contains its code';
/** Of child/root-font.ts. */
const CHANGES_REM = 'which changes rem for the whole site';
const JSON_SYNTAX = /is not valid JSON|Unexpected end of JSON input|JSON\.parse/;
/** What V8 says of an absent function, class or global. */
const ABSENT = /(?:^|[\s.])([\w$]+) is not (?:a function|a constructor|defined)\b/;
/** Names in Chromium that the DOM library lacks and that have no stand-in, because some browsers lack them too. */
const CHROMIUM_FEATURES = new Set(
  (
    'startViewTransition moveBefore computedStyleMap attributeStyleMap setHTML scrollIntoViewIfNeeded requestClose ' +
    'ariaNotify createValueRange getComposedRanges modify scheduler trustedTypes CloseWatcher navigation NavigateEvent ' +
    'URLPattern Observable EyeDropper documentPictureInPicture showOpenFilePicker showSaveFilePicker ' +
    'showDirectoryPicker queryLocalFonts LanguageModel LanguageDetector Translator Summarizer PressureObserver ' +
    'IdleDetector getBattery requestMIDIAccess setAppBadge clearAppBadge getInstalledRelatedApps fetchLater ' +
    'Sanitizer Highlight ViewTimeline ScrollTimeline WebTransport WebSocketStream VideoEncoder VideoDecoder ' +
    'AudioEncoder AudioDecoder VideoFrame ImageDecoder ImageCapture MediaStreamTrackProcessor EditContext ' +
    'TaskController PublicKeyCredential PasswordCredential CookieStore SpeechRecognition webkitSpeechRecognition ' +
    'BarcodeDetector Accelerometer Gyroscope LinearAccelerationSensor NDEFReader Presentation PresentationRequest ' +
    'CSSUnitValue CSSStyleValue CSSMathSum CSSTransformValue captureStream transferControlToOffscreen ' +
    'webkitRequestAnimationFrame webkitRequestFileSystem caretPositionFromPoint getCoalescedEvents getPredictedEvents ' +
    'measureUserAgentSpecificMemory animate getAnimations scrollTo scrollBy checkVisibility'
  ).split(' '),
);
/** Element → the elements that the parser does not leave inside of it, at any depth. */
const NEVER_INSIDE: Record<string, RegExp> = {
  p: /^(?:address|article|aside|blockquote|details|dialog|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|li|main|menu|nav|ol|p|pre|search|section|table|ul)$/,
  a: /^a$/,
  button: /^button$/,
  form: /^form$/,
};
/** Element → the only children that the parser leaves in it. */
const ONLY_CHILDREN: Record<string, RegExp> = {
  table: /^(?:caption|colgroup|thead|tbody|tfoot|script|template|style)$/,
  thead: /^(?:tr|script|template)$/,
  tbody: /^(?:tr|script|template)$/,
  tfoot: /^(?:tr|script|template)$/,
  tr: /^(?:td|th|script|template)$/,
};

/**
 * @param message of the first error.
 * @param difference when React found that the HTML differs.
 * @param isPolicy the policy of the document refuses something.
 */
export function failureCause(
  message: string,
  difference: Difference | undefined,
  isPolicy = false,
): FailureCause {
  if (message.endsWith(FOREIGN_SYMBOL)) return 'symbol';
  if (message.endsWith(INLINE_SCRIPT)) return 'inline';
  if (isPolicy) return message.includes(FOR_EVERY_APP) ? 'fixed' : 'policy';
  if (EVALUATION.test(message)) return 'evaluation';
  if (message.endsWith(CHANGES_REM)) return 'rem';
  if (difference) return causeOfDifference(difference);
  if (JSON_SYNTAX.test(message)) return 'json';
  return CHROMIUM_FEATURES.has(ABSENT.exec(message)?.[1] ?? '') ? 'feature' : 'error';
}

function causeOfDifference({ where, server, browser }: Difference): FailureCause {
  const [tags, above] = [[server, browser].map(tagOf), where.split(' > ')];
  const [parent = '', inside = ''] = [above.at(-1), tags[1]];
  const isMoved =
    above.some((name) => NEVER_INSIDE[name]?.test(inside)) ||
    (inside !== '' && ONLY_CHILDREN[parent]?.test(inside) === false);
  if (isMoved) return 'nesting';
  if (tags.some((tag) => tag === 'template')) return 'suspense';
  return tags.some((tag) => /^(?:title|meta|link|style)$/.test(tag)) ? 'head' : 'difference';
}

/** @returns `div` of `<div>Some text`; empty for a text. */
function tagOf(shown: string): string {
  return /^<([\w-]+)>/.exec(shown)?.[1] ?? '';
}
