import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileMarkdown } from '../../kit/src/build/content/markdown.ts';
import { ERRORS, PAGES } from '../../kit/src/cli/commands/docs.ts';
import { escapeHtml } from '../../kit/src/contract/page/escape-html.ts';
import { root } from '../apps.ts';

/** Operators read further documents there than teams with `mfe docs`. */
export const DOCUMENTS: typeof PAGES = {
  ...PAGES,
  errors: { file: ERRORS, about: 'all error codes with message, reason and fix' },
  http: { file: 'docs/http.md', about: 'all addresses of the site and of the operations port' },
};

const LINK = /href='([^':#]*\.md)?(#[^']*)?'/g;

/**
 * Writes documents as HTML for the operations port: a file for each page, and `index` with the
 * contents of all pages. The first line of a file is its title.
 * @param folder is emptied first
 */
export async function packDocuments(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (page: string, title: string, html: string): void =>
    writeFileSync(path.join(folder, `${page}.html`), `${title}\n${html}\n`);
  const contents: string[] = [];
  for (const [page, { file, about }] of Object.entries(DOCUMENTS)) {
    const text = readFileSync(path.join(root, file), 'utf8');
    const { html, toc } = await compileMarkdown(text, async (src) => {
      throw new Error(`${file} shows the image ${src}, which is not packed`);
    });
    const sections = toc.filter(({ depth }) => depth === 2);
    const items = (to: string): string =>
      sections
        .map(({ id, text: title }) => `<li><a href="${to}#${id}">${escapeHtml(title)}</a></li>`)
        .join('\n');
    const nav = `<nav class="contents" aria-label="On this page"><ul>${items('')}</ul></nav>`;
    const [, title = page] = /^# (.+)$/m.exec(text) ?? [];
    const linked = linkPages(html, path.posix.dirname(file));
    write(page, title, linked.replace('</h1>', `</h1>\n${nav}`));
    contents.push(
      `<h2 id="${page}"><a href="/-/docs/${page}">${escapeHtml(title)}</a></h2>`,
      `<p>${escapeHtml(about)}</p>\n<ul>${items(`/-/docs/${page}`)}</ul>`,
    );
  }
  write('index', 'Documents', `<h1>Documents</h1>\n${contents.join('\n')}`);
}

/** Links to packed documents become links to their pages. Other links lose their `href`. */
function linkPages(html: string, from: string): string {
  return html.replace(LINK, (link, file?: string, place = '') => {
    if (file === undefined) return link;
    const target = path.posix.join(from, file);
    const page = Object.keys(DOCUMENTS).find((name) => DOCUMENTS[name]!.file === target);
    return page === undefined ? '' : `href='/-/docs/${page}${place}'`;
  });
}
