import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { HeadLink } from '@voltframe/kit/contract/page/head';

export interface RenderedHtml {
  html: string;
  /** The images that the page requests with high priority. */
  preloads: HeadLink[];
}

/**
 * The preload links that React writes before the HTML: for every image that is not lazy, and for calls of `preload`.
 */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;
const LINK = /<link([^>]*)>/g;
const ATTRIBUTE = / ([\w-]+)="([^"]*)"/g;
const KEPT = ['rel', 'href', 'as', 'type', 'imagesrcset', 'imagesizes', 'fetchpriority'] as const;

/**
 * Renders a part of a document. The preloads that React writes before it belong into the document's head: inside of
 * `<main>` they do not hydrate (React error 418). Preloads of normal priority are dropped, since the images follow in
 * the same document.
 */
export function renderHtml(element: ReactElement): RenderedHtml {
  const text = renderToString(element);
  const written = PRELOADS.exec(text)?.[0] ?? '';
  const links = [...written.matchAll(LINK)].map(([, attributes]) => linkOf(attributes!));
  return {
    html: text.slice(written.length),
    preloads: links.filter(({ as, fetchpriority }) => as === 'image' && fetchpriority === 'high'),
  };
}

function linkOf(attributes: string): HeadLink {
  const values = new Map(
    [...attributes.matchAll(ATTRIBUTE)].map(([, name, value]) => [name!.toLowerCase(), textOf(value!)]),
  );
  const kept = KEPT.flatMap((name) => (values.has(name) ? [[name, values.get(name)!]] : []));
  return { rel: 'preload', ...Object.fromEntries(kept) };
}

const CHARACTERS: Record<string, string> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
};

/** Reverses the escaping of React. */
function textOf(value: string): string {
  return value.replaceAll(/&(?:amp|quot|#x27|lt|gt);/g, (escaped) => CHARACTERS[escaped]!);
}
