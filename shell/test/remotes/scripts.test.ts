// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { createScripts, readImportMap } from '../../src/remotes/scripts.ts';

const MAIN = '/assets/shell/main.0000000001.js';
const POST = '/assets/blog/post.0000000002.js';
const own = { imports: { '/assets/shell/main.js': MAIN }, integrity: { [MAIN]: 'sha256-main' } };
const tables = {
  imports: { ...own.imports, '/assets/blog/post.js': POST },
  integrity: { ...own.integrity, [POST]: 'sha256-post' },
};

/**
 * The events in order: loads with their integrity, imports, and requests of the tables.
 */
const log: string[] = [];
beforeEach(() => void (log.length = 0));

/** @param broken the addresses whose integrity check fails */
function setUp(
  broken: readonly string[] = [],
  { lost = [] as string[], site = async () => tables, supported = true } = {},
) {
  const head = {
    append(script: HTMLScriptElement) {
      const url = script.getAttribute('src')!;
      log.push(`load ${url} ${script.integrity} ${script.type} ${script.fetchPriority}`);
      queueMicrotask(() => script.dispatchEvent(new Event(broken.includes(url) ? 'error' : 'load')));
    },
  };
  const createElement = (name: string): HTMLElement => {
    const element = document.createElement(name);
    if (name === 'link') Object.defineProperty(element, 'relList', { value: { supports: () => supported } });
    return element;
  };
  return createScripts({
    document: { head, createElement } as unknown as Document,
    own,
    async tables() {
      log.push('tables');
      return site();
    },
    async importModule(url) {
      log.push(`import ${url}`);
      if (lost.includes(url)) throw new Error('lost');
      return { url };
    },
  });
}

describe('a script', () => {
  it.each([['/assets/shell/main.js'], [MAIN]])(
    'of the document is imported immediately, and checked by the browser (%s)',
    async (name) => {
      expect(await setUp()(name)).toEqual({ url: MAIN });
      expect(log).toEqual([`import ${MAIN}`]);
    },
  );

  it.each([['/assets/blog/post.js'], [POST]])(
    'of another page is loaded with its integrity, then imported (%s)',
    async (name) => {
      expect(await setUp()(name)).toEqual({ url: POST });
      expect(log).toEqual(['tables', `load ${POST} sha256-post module high`, `import ${POST}`]);
    },
  );

  it('that fails its integrity check is not imported, and retried at another address', async () => {
    const load = setUp([POST]);
    await expect(load(POST)).rejects.toThrow('did not load');
    expect(log).not.toContain(`import ${POST}`);
    expect(await load(POST)).toEqual({ url: `${POST}?retry=1` });
    expect(log).toContain(`load ${POST}?retry=1 sha256-post module high`);
  });

  it('of the document that failed is retried with its integrity at another address', async () => {
    const load = setUp([], { lost: [MAIN] });
    await expect(load(MAIN)).rejects.toThrow('lost');
    expect(await load(MAIN)).toEqual({ url: `${MAIN}?retry=1` });
    expect(log.slice(1)).toEqual([`load ${MAIN}?retry=1 sha256-main module high`, `import ${MAIN}?retry=1`]);
  });

  it('is imported without the check in a browser without support of modulepreload', async () => {
    expect(await setUp([], { supported: false })(POST)).toEqual({ url: POST });
    expect(log).toEqual(['tables', `import ${POST}`]);
  });

  it('that is unknown is imported by its name', async () => {
    expect(await setUp()('/assets/blog/new.js')).toEqual({ url: '/assets/blog/new.js' });
    expect(log).toEqual(['tables', 'import /assets/blog/new.js']);
  });

  it('is not imported without the tables', async () => {
    const load = setUp([], { site: () => Promise.reject(new Error('none')) });
    await expect(load(POST)).rejects.toThrow('none');
    expect(log).toEqual(['tables']);
  });
});

it.each([
  [
    'with an import map',
    '<script type="importmap">{"imports":{"/a.js":"/b.js"}}</script>',
    { '/a.js': '/b.js' },
  ],
  ['without an import map', '', {}],
])('readImportMap reads a document %s', (_, html, imports) => {
  document.head.innerHTML = html;
  expect(readImportMap(document)).toEqual({ imports, integrity: {} });
});
