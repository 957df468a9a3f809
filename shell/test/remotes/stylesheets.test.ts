// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { settle } from '@voltframe/kit/testing/fake-clock';
import { loadStylesheets } from '../../src/remotes/stylesheets.ts';

/** Its head is in no window, where links load nothing. */
let page: Document;
beforeEach(() => {
  const head = document.createElement('div');
  page = {
    head,
    createElement: document.createElement.bind(document),
    querySelectorAll: head.querySelectorAll.bind(head),
  } as unknown as Document;
  head.innerHTML = '<link rel="stylesheet" href="/there.css">';
});
const links = () => [...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
const hrefs = () => links().map((link) => link.getAttribute('href'));

it('adds missing stylesheets in order, and waits for them', async () => {
  let applied = false;
  const loading = loadStylesheets(page, ['/there.css', '/a.css', '/b.css']).then(() => (applied = true));
  expect(hrefs()).toEqual(['/there.css', '/a.css', '/b.css']);
  links()[1]!.dispatchEvent(new Event('load'));
  await settle();
  expect(applied).toBe(false);
  links()[2]!.dispatchEvent(new Event('load'));
  await loading;
});

it('does not request an inline stylesheet of the document', async () => {
  page.head.innerHTML += '<style data-href="/small.css"></style>';
  await loadStylesheets(page, ['/there.css', '/small.css']);
  expect(hrefs()).toEqual(['/there.css']);
});

it('waits for a stylesheet of another navigation', async () => {
  const first = loadStylesheets(page, ['/late.css']);
  let done = false;
  const second = loadStylesheets(page, ['/late.css']).then(() => (done = true));
  expect(hrefs()).toEqual(['/there.css', '/late.css']);
  await settle();
  expect(done).toBe(false);
  links()[1]!.dispatchEvent(new Event('load'));
  await Promise.all([first, second]);
});

it('rejects with the address of a stylesheet that fails to load, and removes it', async () => {
  const loading = loadStylesheets(page, ['/gone.css']);
  links()[1]!.dispatchEvent(new Event('error'));
  await expect(loading).rejects.toThrow('/gone.css');
  expect(hrefs()).toEqual(['/there.css']);
});
