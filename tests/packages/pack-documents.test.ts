import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DOCUMENTS, packDocuments } from '../../scripts/packages/pack-documents.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-documents-'));
const pages = new Map<string, string>();
beforeAll(async () => {
  await packDocuments(folder);
  for (const file of readdirSync(folder))
    pages.set(file.replace('.html', ''), readFileSync(path.join(folder, file), 'utf8'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every document has a page that begins with its title and is in the contents', () => {
  expect([...pages.keys()].toSorted()).toEqual(['index', ...Object.keys(DOCUMENTS)].toSorted());
  for (const name of Object.keys(DOCUMENTS)) {
    expect(pages.get(name)).toMatch(/^[^<\n]+\n<h1/);
    expect(pages.get('index')).toContain(`<a href="/-/docs/${name}">`);
  }
});

test('no page has a script or a style, and every link leads to an existing place', () => {
  const dead: string[] = [];
  for (const [name, html] of pages) {
    expect(html).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=/);
    for (const [, href = ''] of html.matchAll(/<a\b[^>]*?\shref=["']([^"']*)["']/g)) {
      if (/^(https?|mailto):/.test(href)) continue;
      const [, page = name, id] = /^(?:\/-\/docs\/([a-z]+))?(?:#(.+))?$/.exec(href) ?? [undefined, 'no page'];
      const target = pages.get(page);
      if (target === undefined || (id !== undefined && !new RegExp(`\\sid=["']${id}["']`).test(target)))
        dead.push(`${name}: ${href}`);
    }
  }
  expect(dead).toEqual([]);
});
