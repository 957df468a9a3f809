/**
 * What of the content security policy a page may open to other sites. `script-src` lets other sites run code with the
 * rights of the page: its document has no integrity policy. Never stylesheets or fonts: the build brings those.
 */
export const FOREIGN_DIRECTIVES = [
  'connect-src',
  'form-action',
  'frame-src',
  'img-src',
  'media-src',
  'script-src',
  'worker-src',
] as const;

export type ForeignDirective = (typeof FOREIGN_DIRECTIVES)[number];

/** Sources that are no origin: WebAssembly, and what the page itself has made, as workers, requests and media. */
export const PAGE_SOURCES: Partial<Record<string, readonly string[]>> = {
  'connect-src': ['data:', 'blob:'],
  'media-src': ['data:'],
  'script-src': ["'wasm-unsafe-eval'"],
  'worker-src': ['blob:'],
};

/** Directive → sources: `{ 'img-src': ['https://images.example'] }`. */
export type ForeignSources = Partial<Record<ForeignDirective, string[]>>;

/** Origins of one directive. */
export const MOST_SOURCES = 20;

const LONGEST_ORIGIN = 260;
const ORIGIN =
  /^https:\/\/(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?(?::[1-9]\d{0,4})?$/;

/**
 * @returns whether it is the https origin of a host with a name, or of all hosts below one (`https://*.tiles.example`).
 */
export function isForeignOrigin(source: string): boolean {
  return source.length <= LONGEST_ORIGIN && ORIGIN.test(source);
}

/** @returns whether a directive can be opened to a source. Browsers load no worker of another origin. */
export function isForeignSource(directive: string, source: string): boolean {
  return (
    (PAGE_SOURCES[directive]?.includes(source) ?? false) ||
    (directive !== 'worker-src' && isForeignOrigin(source))
  );
}

/**
 * @returns whether browsers load it where a policy names the source. `https://*.tiles.example` are all hosts below it,
 *   not the host itself.
 */
export function isOfSource({ protocol, host, origin }: URL, source: string): boolean {
  const [start, below] = source.split('://*.');
  if (below === undefined) return source === origin;
  return protocol === `${start}:` && host.endsWith(`.${below}`);
}

/** @returns whether other sites run code in the page. */
export function runsForeignCode({ 'script-src': scripts = [] }: ForeignSources): boolean {
  return scripts.some(isForeignOrigin);
}

/** @returns all of them together, each once, in the one order: the same sources give the same policy. */
export function mergeSources(...all: (ForeignSources | undefined)[]): ForeignSources {
  const merged = FOREIGN_DIRECTIVES.map((directive) => {
    const origins = all.flatMap((sources) => sources?.[directive] ?? []);
    return [directive, [...new Set(origins)].sort()] as const;
  });
  return Object.fromEntries(merged.filter(([, origins]) => origins.length > 0));
}
