import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { IconSet } from '@voltframe/kit/contract/page/icon';

const require = createRequire(import.meta.url);

/** Collections that come with the gateway, in Iconify's JSON. */
const BUNDLED: Record<string, () => string> = {
  lucide: () => require.resolve('@iconify-json/lucide/icons.json'),
  'simple-icons': () => require.resolve('@iconify-json/simple-icons/icons.json'),
};

/** @param prefix name of a collection. @returns it; undefined when it does not come with the gateway */
export function readCollection(prefix: string): Promise<IconSet> | undefined {
  if (!Object.hasOwn(BUNDLED, prefix)) return undefined;
  return readFile(BUNDLED[prefix]!(), 'utf8').then((text) => JSON.parse(text) as IconSet);
}

let names: Promise<string[]> | undefined;

/** @returns the names of all icons that come with the gateway: `lucide:arrow-right` */
export function bundledNames(): Promise<string[]> {
  names ??= Promise.all(Object.keys(BUNDLED).map(namesOf)).then((each) => each.flat());
  return names;
}

async function namesOf(prefix: string): Promise<string[]> {
  const { icons, aliases = {} } = (await readCollection(prefix))!;
  return [...Object.keys(icons), ...Object.keys(aliases)].toSorted().map((name) => `${prefix}:${name}`);
}

/** The elements of icons: no script, no link, no foreign content, no fetched resource. */
const ELEMENTS = new Set(
  (
    'g path circle rect ellipse line polyline polygon defs mask clipPath symbol use title ' +
    'linearGradient radialGradient stop animate animateTransform animateMotion mpath'
  ).split(' '),
);
const ATTRIBUTES = new Set(
  (
    'd cx cy r rx ry x y x1 y1 x2 y2 fx fy width height points transform opacity fill fill-rule fill-opacity stroke ' +
    'stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity ' +
    'clip-path clip-rule mask mask-type color display visibility paint-order vector-effect viewBox preserveAspectRatio id offset ' +
    'stop-color stop-opacity gradientUnits gradientTransform spreadMethod maskUnits maskContentUnits clipPathUnits ' +
    'attributeName begin dur end from to by values keyTimes keySplines calcMode repeatCount additive accumulate ' +
    'fill-opacity type path rotate restart pathLength href xlink:href'
  ).split(' '),
);
/** Excludes animations that change a link. */
const NEVER_ANIMATED = /^(?:xlink:)?href$/i;
const LOCAL = /^#[\w.-]+$/;
const TAG = /^<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+\s*=\s*(?:"[^"<>&]*"|'[^'<>&]*'))*)\s*(\/?)>/;
const ATTRIBUTE = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const TEXT = /^[^<>&]+/;

/**
 * Checks the body of a foreign icon. It is parsed strictly, and refused as a whole, because repairing foreign markup
 * would require the parsing rules of every browser.
 * @param body inner SVG.
 */
export function isSafeIconBody(body: string): boolean {
  const open: string[] = [];
  for (let rest = body; rest !== '';) {
    const text = TEXT.exec(rest)?.[0];
    const tag = text === undefined ? TAG.exec(rest) : null;
    if (text === undefined && !tag) return false;
    if (tag && !isSafeTag(tag, open)) return false;
    rest = rest.slice((text ?? tag![0]).length);
  }
  return open.length === 0;
}

/** @param open elements around it; the tag opens or closes one. */
function isSafeTag([, closing, name = '', attributes = '', empty]: RegExpExecArray, open: string[]): boolean {
  if (!ELEMENTS.has(name)) return false;
  if (closing) return attributes === '' && open.pop() === name;
  if (!empty) open.push(name);
  return [...attributes.matchAll(ATTRIBUTE)].every(([, attribute = '', double, single]) =>
    isSafeAttribute(attribute, double ?? single ?? ''),
  );
}

function isSafeAttribute(name: string, value: string): boolean {
  if (!ATTRIBUTES.has(name)) return false;
  if (name === 'href' || name === 'xlink:href') return LOCAL.test(value);
  if (name === 'attributeName') return ATTRIBUTES.has(value) && !NEVER_ANIMATED.test(value);
  // Only references within the drawing: `url(#a)`.
  return !/[\\:]|\/\*|url\s*\((?!\s*#)/i.test(value);
}
