/** The addresses that the elements of a document request, with the directive of the policy that applies to each. */
import { styleAddresses } from '@voltframe/kit/packaging/style-addresses';
import { insertedRules } from './kept-styles.ts';

export interface LoadedFile {
  element: Element;
  directive: string;
  address: string;
}

const DRAWINGS = ['href', 'xlink:href'];
/**
 * Elements that request, the attributes with their addresses, the first present one counts; the directive. `prefetch`
 * stands for all directives: a prefetch has none of its own.
 */
const LOADING = [
  ['img, input[type="image"]', ['src'], 'img-src'],
  ['img, picture > source', ['srcset'], 'img-src'],
  ['video', ['poster'], 'img-src'],
  ['image, feImage', DRAWINGS, 'img-src'],
  ['use', DRAWINGS, 'use'],
  ['[style*="//"]', ['style'], 'img-src'],
  ['video, audio, video > source, audio > source, track', ['src'], 'media-src'],
  ['iframe', ['src'], 'frame-src'],
  ['object', ['data'], 'object-src'],
  ['embed', ['src'], 'object-src'],
  ['script[src]', ['src'], 'script-src'],
  ['link[rel~="stylesheet"]', ['href'], 'style-src'],
  [
    'link[rel~="icon"], link[rel~="apple-touch-icon"], link[rel~="apple-touch-icon-precomposed"]',
    ['href'],
    'img-src',
  ],
  ['link[rel~="manifest"]', ['href'], 'manifest-src'],
  ['link[rel~="modulepreload"]', ['href'], 'script-src'],
  ['link[rel~="prefetch"]', ['href'], 'prefetch'],
  ['link[rel~="compression-dictionary"]', ['href'], 'connect-src'],
  ['form', ['action'], 'form-action'],
  ['button, input', ['formaction'], 'form-action'],
] as const;
/** `as` of a preload → the directive; browsers ignore other values. */
const PRELOADED: Record<string, string> = {
  audio: 'media-src',
  fetch: 'connect-src',
  font: 'font-src',
  image: 'img-src',
  script: 'script-src',
  style: 'style-src',
  track: 'media-src',
  video: 'media-src',
};

/**
 * @returns what is loaded now, and where forms send. `use` stands for the directive of `<use>`, which browsers allow
 *   for the site itself only, whatever the policy says.
 */
export function loadedFiles(document: Document): LoadedFile[] {
  const files: LoadedFile[] = [];
  const add = (element: Element, attribute: string, directive: string): void => {
    const text = element.getAttribute(attribute) ?? '';
    const addresses =
      attribute === 'style' ? styleAddresses(text) : attribute.endsWith('srcset') ? candidates(text) : [text];
    files.push(...addresses.filter(Boolean).map((address) => ({ element, directive, address })));
  };
  for (const [selector, attributes, directive] of LOADING)
    for (const element of document.querySelectorAll(selector)) {
      const attribute = attributes.find((name) => element.hasAttribute(name));
      if (attribute) add(element, attribute, directive);
    }
  for (const element of document.querySelectorAll('style'))
    for (const text of [element.textContent, ...insertedRules(element.sheet)])
      for (const [directive, address] of styleFiles(text)) files.push({ element, directive, address });
  for (const link of document.querySelectorAll('link[rel~="preload"]')) {
    const as = link.getAttribute('as')?.toLowerCase() ?? '';
    const directive = Object.hasOwn(PRELOADED, as) ? PRELOADED[as]! : undefined;
    if (!directive) continue;
    add(link, 'href', directive);
    if (as === 'image') add(link, 'imagesrcset', directive);
  }
  return files;
}

const IMPORT = /@import\s+(?:url\(\s*)?["']?([^"')\s;]+)[^;]*;?/gi;
const FONT_FACE = /@font-face\s*\{[^}]*\}?/gi;

/** @returns the files of a stylesheet, each with its directive. */
function styleFiles(text: string): [directive: string, address: string][] {
  if (!text.includes('//')) return [];
  const faces = text.match(FONT_FACE) ?? [];
  const others = text.replaceAll(FONT_FACE, '').replaceAll(IMPORT, '');
  return [
    ...[...text.matchAll(IMPORT)].map(([, address]): [string, string] => ['style-src', address!]),
    ...faces.flatMap(styleAddresses).map((address): [string, string] => ['font-src', address]),
    ...styleAddresses(others).map((address): [string, string] => ['img-src', address]),
  ];
}

/**
 * An address ends at white space, and a comma separates candidates after an address or its descriptor; the commas of a
 * `data:` address do not.
 * @param text of `srcset`.
 * @returns the addresses of its candidates
 */
function candidates(text: string): string[] {
  return [...text.matchAll(/([^\s,]\S*)(?:(?<!,)\s[^,]*)?/g)].map(([, address = '']) =>
    address.replace(/,+$/, ''),
  );
}
