import rehypeHighlight from 'rehype-highlight';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { PLATFORM_IDS } from '../../contract/page/platform-ids.ts';
import type { Picture } from '../../react/images/picture.ts';
import { linkRel } from '../../react/link-target.ts';

const WORDS_PER_MINUTE = 220;
/** Characters. Inline code of this length fits in one line of a phone of 320 CSS pixels. */
const WHOLE_CODE = 20;

interface Node {
  type: string;
  tagName?: string;
  value?: string;
  position?: { start: { line: number } };
  properties?: Record<string, unknown>;
  children?: Node[];
}

/** The headings of a text. */
type Outline = { depth: number; id: string; text: string }[];

/** @param line of the body, from 1. @throws when it cannot be shown. */
export type PlaceImage = (src: string, line: number) => Promise<Picture>;

/** The value of `sizes`: the largest width of a text column; the width of the screen on a phone. */
const COLUMN = '(min-width: 42rem) 40rem, 100vw';

/**
 * Compiles a Markdown body: GFM, headings with ids and self-links, code highlighted by classes (the CSP allows no
 * inline styles), scrollable code and tables that the keyboard reaches, images with their size. A paragraph in italics
 * after a picture is its caption. Raw HTML is shown as text.
 */
export async function compileMarkdown(markdown: string, placeImage: PlaceImage) {
  const outline: Outline = [];
  let words = 0;
  const file = await unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(() => (tree: unknown) => showHtml(tree as Node))
    .use(remarkRehype, { clobberPrefix: 'note-' })
    .use(rehypeSlug)
    .use(() => async (tree: unknown) => {
      words = countWords(tree as Node);
      renamePlatformIds(tree as Node);
      await placeImages(tree as Node, placeImage);
      decorate(tree as Node, outline);
      joinBlocks(tree as Node);
      captionPictures(tree as Node);
    })
    .use(rehypeHighlight, { detect: false })
    // JSON escapes double quotes: the HTML would differ from its copy in the page's data, and compress badly.
    .use(rehypeStringify, { quote: "'" })
    .process(markdown);
  return {
    html: String(file),
    toc: outline,
    words,
    minutes: Math.max(1, Math.round(words / WORDS_PER_MINUTE)),
  };
}

/** Parts of a text that have blocks. */
const BLOCKS = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);

/**
 * Shows raw HTML as text, a block of it as code: it would bypass the checks of elements and addresses. A comment shows
 * nothing.
 */
function showHtml(parent: Node): void {
  for (const node of parent.children ?? []) {
    const isComment = /^<!--[^]*-->$/.test(node.value?.trim() ?? '');
    if (node.type === 'html' && !isComment) node.type = BLOCKS.has(parent.type) ? 'code' : 'text';
    showHtml(node);
  }
}

/** The elements whose line breaks are not text. */
const HAS_BLOCKS = new Set('root blockquote ul ol li section table thead tbody tr'.split(' '));

/**
 * Removes the line breaks between blocks, which JSON escapes differently than HTML and which would compress
 * badly.
 */
function joinBlocks(parent: Node): void {
  const { type, tagName = type, children = [] } = parent;
  if (HAS_BLOCKS.has(tagName)) parent.children = children.filter(({ value }) => value !== '\n');
  for (const child of parent.children ?? []) joinBlocks(child);
}

/** Makes a figure of a paragraph with only a picture and the paragraph after it, if all of that is emphasised. */
function captionPictures(tree: Node): void {
  const blocks: Node[] = [];
  for (const block of tree.children ?? []) {
    const picture = onlyChild(blocks.at(-1), /^(?:img|picture)$/);
    const caption = picture && onlyChild(block, /^em$/);
    if (!caption) blocks.push(block);
    else {
      const figcaption = { ...block, tagName: 'figcaption', children: caption.children ?? [] };
      blocks[blocks.length - 1] = { ...block, tagName: 'figure', children: [picture, figcaption] };
    }
  }
  tree.children = blocks;
}

/** @returns the child of a paragraph that has no other, if its name matches */
function onlyChild(block: Node | undefined, name: RegExp): Node | undefined {
  const [child, ...others] = block?.tagName === 'p' ? (block.children ?? []) : [];
  return others.length === 0 && name.test(child?.tagName ?? '') ? child : undefined;
}

function decorate(node: Node, outline: Outline): void {
  for (const child of node.children ?? []) {
    decorate(child, outline);
    if (/^h[23]$/.test(child.tagName ?? '') && child.properties?.['id']) linkHeading(child, outline);
    if (child.tagName === 'a') child.properties = { ...child.properties, ...relOf(child) };
    if (child.tagName === 'code' && node.tagName !== 'pre' && textOf(child).length > WHOLE_CODE)
      child.properties = { ...child.properties, className: ['long'] };
    if (child.tagName === 'pre' || child.tagName === 'table') makeFocusable(child);
  }
}

/** Gives headings with an id of the platform another one: `page-data-1`. */
function renamePlatformIds(tree: Node): void {
  const headings = (tree.children ?? []).filter(({ properties }) => typeof properties?.['id'] === 'string');
  const used = new Set(headings.map(({ properties }) => String(properties!['id'])));
  for (const { properties } of headings) {
    const id = String(properties!['id']);
    if (!PLATFORM_IDS.includes(id)) continue;
    let count = 1;
    while (used.has(`${id}-${count}`)) count++;
    used.add((properties!['id'] = `${id}-${count}`));
  }
}

async function placeImages(node: Node, placeImage: PlaceImage): Promise<void> {
  for (const child of node.children ?? []) await placeImages(child, placeImage);
  if (node.tagName !== 'img') return;
  const src = node.properties?.['src'];
  const placed = await placeImage(typeof src === 'string' ? src : '', node.position?.start.line ?? 1);
  showPicture(node, placed);
}

/** The markup of the kit's `Image`, lazy, because texts begin with words. */
function showPicture(node: Node, { src, width, height, sources }: Picture): void {
  const properties = { ...node.properties, src, width, height, loading: 'lazy', decoding: 'async' };
  const element = (tagName: string, more: Record<string, unknown>): Node => {
    return { type: 'element', tagName, properties: more, children: [] };
  };
  if (sources.length === 0) return void (node.properties = properties);
  const versions = sources.map((source) => element('source', { ...source, sizes: COLUMN }));
  Object.assign(node, { tagName: 'picture', properties: {}, children: [...versions, element('img', properties)] });
}

/** The same `rel` as for links of pages. */
function relOf({ properties }: Node): { rel?: string } {
  const href = properties?.['href'];
  const rel = typeof href === 'string' ? linkRel(href, undefined) : undefined;
  return rel === undefined ? {} : { rel };
}

function linkHeading(heading: Node, outline: Outline): void {
  const id = String(heading.properties!['id']);
  if (id.startsWith('note-')) return; // the hidden heading of the footnotes
  outline.push({ depth: Number(heading.tagName!.slice(1)), id, text: textOf(heading).trim() });
  heading.children = [
    { type: 'element', tagName: 'a', properties: { href: `#${id}` }, children: heading.children ?? [] },
  ];
}

/** A code block or table wider than the screen scrolls; for the keyboard it has to be focusable. */
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
