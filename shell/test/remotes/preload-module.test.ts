// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { preloadModule } from '../../src/remotes/preload-module.ts';

function setUp(supported = true) {
  const links: HTMLLinkElement[] = [];
  const page = {
    head: { append: (link: HTMLLinkElement) => links.push(link) },
    createElement(name: 'link') {
      const link = document.createElement(name);
      Object.defineProperty(link, 'relList', { value: { supports: () => supported } });
      return link;
    },
  } as unknown as Document;
  return { links, load: () => preloadModule(page, '/a.js', 'sha256-a') };
}

it('requests a script with integrity and low priority', async () => {
  const { links, load } = setUp();
  const loading = load();
  const [link] = links;
  expect(link).toMatchObject({ rel: 'modulepreload', integrity: 'sha256-a', fetchPriority: 'low' });
  expect(link!.getAttribute('href')).toBe('/a.js');
  link!.dispatchEvent(new Event('load'));
  await expect(loading).resolves.toBeUndefined();
});

it('rejects when the script fails to load', async () => {
  const { links, load } = setUp();
  const loading = load();
  links[0]!.dispatchEvent(new Event('error'));
  await expect(loading).rejects.toThrow('/a.js did not load');
});

it('does nothing without support of modulepreload', async () => {
  const { links, load } = setUp(false);
  await load();
  expect(links).toEqual([]);
});
