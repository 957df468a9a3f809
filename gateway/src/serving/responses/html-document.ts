import { escapeHtml } from '@voltframe/kit/contract/page/escape-html';
import type { Head } from '@voltframe/kit/contract/page/head';
import { renderHead } from '@voltframe/kit/contract/page/head';
import { joinPieces, type Pieces } from './page-bytes.ts';

/** The common parts of all documents of a composition. */
export interface DocumentShell {
  /** Source of the inline bootstrap, exactly as hashed for the CSP. */
  bootstrap: string;
  /** URLs of fonts to preload. */
  fonts: string[];
  icon: string | undefined;
  /** Address of a PNG, for clients that cannot show the SVG, such as phones that add a page to their home screen. */
  touchIcon: string | undefined;
  /** Atom feeds of the site, with absolute addresses. */
  feeds: { title: string; href: string }[];
  /** Small stylesheets of pages and islands by address. */
  styles: ReadonlyMap<string, SmallStylesheet>;
}

export interface SmallStylesheet {
  text: string;
  /** Base64 sha-256 of the text, as the Content-Security-Policy takes it. */
  hash: string;
}

/** What all documents of a route with the same islands have in common, as UTF-8. */
export interface DocumentTemplate {
  /** What follows the own elements of a page in the head, up to the content of the body. */
  start: Buffer;
  /** What follows the data of the page. */
  end: Buffer;
}

export interface TemplateParts {
  /** JSON text of the import map, exactly as hashed for the CSP. */
  importMap: string;
  /** In order: the shell's, the page's, the islands'. */
  stylesheets: string[];
  /** URLs of fonts of the page's app, to preload. */
  fonts?: string[] | undefined;
}

export interface DocumentParts {
  head: Head;
  /** The frame with its content. */
  body: Pieces;
  /** JSON for the inside of a `<script>` element. */
  pageData: Pieces;
}

/** @returns the template of documents. Its scripts are inert or covered by a hash of the CSP. */
export function documentTemplate(
  shell: DocumentShell,
  { importMap, stylesheets, fonts = [] }: TemplateParts,
): DocumentTemplate {
  const styles = inlineStylesheets(shell.styles, stylesheets);
  const start = [
    ...[...shell.fonts, ...fonts].map(
      (href) => `<link rel="preload" href="${escapeHtml(href)}" as="font" type="font/woff2" crossorigin>`,
    ),
    ...[...new Set(stylesheets)].map((href) => stylesheet(href, styles.get(href)?.text)),
    // Without an icon, browsers request /favicon.ico and report its absence.
    `<link rel="icon" href="${escapeHtml(shell.icon ?? 'data:,')}">`,
    shell.touchIcon ? `<link rel="apple-touch-icon" href="${escapeHtml(shell.touchIcon)}">` : '',
    ...shell.feeds.map(
      ({ title, href }) =>
        `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(title)}" href="${escapeHtml(href)}">`,
    ),
    importMap && `<script type="importmap">${importMap}</script>`,
    '</head><body><div id="app">',
  ];
  const end = ['</script>', shell.bootstrap && `<script>${shell.bootstrap}</script>`, '</body></html>'];
  return { start: Buffer.from(start.join('')), end: Buffer.from(end.join('')) };
}

/** Builds a document. It is complete without JavaScript. */
export function htmlDocument(
  { start, end }: DocumentTemplate,
  { head, body, pageData }: DocumentParts,
): Buffer {
  return joinPieces([
    `<!doctype html><html lang="${escapeHtml(head.lang)}"><head><meta charset="utf-8">` +
      '<meta name="viewport" content="width=device-width, initial-scale=1">' +
      renderHead(head),
    start,
    ...body,
    '</div><script type="application/json" id="page-data">',
    ...pageData,
    end,
  ]);
}

/** Most stylesheets in one document: each has a hash in its headers, and proxies limit the length of headers. */
const MOST_INLINE = 8;

/**
 * @param small the small stylesheets of pages and islands by address.
 * @param stylesheets addresses of those of a document.
 * @returns the stylesheets that the document contains, at most 8, by address.
 */
export function inlineStylesheets(
  small: DocumentShell['styles'],
  stylesheets: readonly string[],
): Map<string, SmallStylesheet> {
  const found = [...new Set(stylesheets)].filter((href) => small.has(href)).slice(0, MOST_INLINE);
  return new Map(found.map((href) => [href, small.get(href)!]));
}

function stylesheet(href: string, text: string | undefined): string {
  const address = escapeHtml(href);
  // The address tells the client which stylesheet it is (shell/src/remotes/stylesheets.ts).
  return text === undefined
    ? `<link rel="stylesheet" href="${address}">`
    : `<style data-href="${address}">${text}</style>`;
}

/** Largest icon that a document contains, in bytes. */
const INLINE_ICON = 500;

/**
 * @param drawing SVG
 * @param address of its file
 * @returns the address of the site's icon; for a small icon a data URL, because browsers fetch icons with the same
 * priority as fonts, before the first paint.
 */
export function iconUrl(drawing: Buffer, address: string): string {
  if (drawing.length > INLINE_ICON) return address;
  const escaped = encodeURI(drawing.toString('utf8').trim()).replaceAll('#', '%23').replaceAll('%20', ' ');
  return `data:image/svg+xml,${escaped}`;
}

/**
 * Why a script may not be inlined, or undefined. `</script` would end its element, `<!--` changes how the rest is
 * read (HTML §13.1.2 restrictions on script elements).
 */
export function inlineScriptDefect(source: string): string | undefined {
  return /<\/script|<!--/i.exec(source)?.[0];
}
