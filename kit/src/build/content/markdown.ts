import rehypeHighlight from 'rehype-highlight';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { linkRel } from '../../react/link-target.ts';

const WORDS_PER_MINUTE = 220;

interface Node {
  type: string;
  tagName?: string;
  value?: string;
  position?: { start: { line: number } };
  properties?: Record<string, unknown>;
  children?: Node[];
}

export interface CompiledMarkdown {
  html: string;
  toc: { depth: number; id: string; text: string }[];
  words: number;
  minutes: number;
}

/** Where an image of the text is, with the size that its place in the page has. */
export interface PlacedImage {
  src: string;
  width: number;
  height: number;
}

/** @param line of the body, from 1. @throws when it cannot be shown. */
export type PlaceImage = (src: string, line: number) => PlacedImage;

/**
 * Compiles a Markdown body: GFM, headings with ids and self-links, code highlighted by classes (the CSP allows no
 * inline styles), scrollable code and tables that the keyboard reaches, images with their size. Raw HTML is dropped.
 */
export async function compileMarkdown(
  markdown: string,
  placeImage: PlaceImage,
): Promise<CompiledMarkdown> {
  const outline: CompiledMarkdown['toc'] = [];
  let words = 0;
  const file = await unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype, { clobberPrefix: 'note-' })
    .use(rehypeSlug)
    .use(() => (tree: unknown) => {
      words = countWords(tree as Node);
      placeImages(tree as Node, placeImage);
      decorate(tree as Node, outline);
    })
    .use(rehypeHighlight, { detect: false })
    .use(rehypeStringify)
    .process(markdown);
  return {
    html: String(file),
    toc: outline,
    words,
    minutes: Math.max(1, Math.round(words / WORDS_PER_MINUTE)),
  };
}

function decorate(node: Node, outline: CompiledMarkdown['toc']): void {
  for (const child of node.children ?? []) {
    decorate(child, outline);
    if (/^h[23]$/.test(child.tagName ?? '') && child.properties?.['id']) linkHeading(child, outline);
    if (child.tagName === 'a') child.properties = { ...child.properties, ...relOf(child) };
    if (child.tagName === 'pre' || child.tagName === 'table') makeFocusable(child);
  }
}

function placeImages(node: Node, placeImage: PlaceImage): void {
  for (const child of node.children ?? []) placeImages(child, placeImage);
  if (node.tagName !== 'img') return;
  const src = node.properties?.['src'];
  const placed = placeImage(typeof src === 'string' ? src : '', node.position?.start.line ?? 1);
  node.properties = { ...node.properties, ...placed };
}

/** The same `rel` as links of pages have. */
function relOf({ properties }: Node): { rel?: string } {
  const href = properties?.['href'];
  const rel = typeof href === 'string' ? linkRel(href, undefined) : undefined;
  return rel === undefined ? {} : { rel };
}

function linkHeading(heading: Node, outline: CompiledMarkdown['toc']): void {
  const id = String(heading.properties!['id']);
  if (id.startsWith('note-')) return; // the hidden heading of the footnotes
  outline.push({ depth: Number(heading.tagName!.slice(1)), id, text: textOf(heading).trim() });
  heading.children = [
    { type: 'element', tagName: 'a', properties: { href: `#${id}` }, children: heading.children ?? [] },
  ];
}

/** A code block or table wider than the screen scrolls; without a pointer it has to take the focus for that. */
function makeFocusable(node: Node): void {
  if (node.tagName === 'pre') {
    node.properties = { ...node.properties, tabIndex: 0 };
    return;
  }
  const table = { ...node };
  Object.assign(node, {
    tagName: 'div',
    properties: { className: ['table'], tabIndex: 0, role: 'region', ariaLabel: 'Table' },
    children: [table],
  });
  delete (node as { position?: unknown }).position;
}

function textOf(node: Node): string {
  return node.value ?? (node.children ?? []).map(textOf).join('');
}

function countWords(node: Node): number {
  if (node.tagName === 'pre') return 0;
  if (node.type === 'text') return (node.value ?? '').split(/\s+/).filter(Boolean).length;
  return (node.children ?? []).reduce((sum, child) => sum + countWords(child), 0);
}
