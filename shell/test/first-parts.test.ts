// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { createFirstParts, type LaterParts } from '../src/first-parts.ts';
import { toPlace } from '../src/navigation/place.ts';

/** A page at /blog, whose later parts load on `come`, or fail on `fail`. */
function setUp() {
  const done: string[] = [];
  const record = (event: string) => done.push(event);
  const parts = {
    pipeline: {
      navigate: async ({ path }: { path: string }) => {
        record(`navigate ${path}`);
        return 'confirmed' as const;
      },
    },
    fetchIsland: async (name: string) => ({ key: `${name}_1`, html: '<p>hi</p>' }),
    loadIcon: (name: string) => record(`icon ${name}`),
    watchLink: (link: HTMLAnchorElement) => {
      record(`watch ${link.pathname}`);
      return () => record(`end ${link.pathname}`);
    },
    showError: (error: unknown) => record(`error ${String(error)}`),
    begin: () => {},
  } as unknown as LaterParts;
  let come = (_: LaterParts): void => {};
  let fail = (_: Error): void => {};
  let requests = 0;
  const loadLater = (): Promise<LaterParts> => {
    requests++;
    return new Promise((resolve, reject) => {
      come = resolve;
      fail = reject;
    });
  };
  const location = {
    origin: 'https://site.example',
    href: 'https://site.example/blog',
    assign: (url: string) => record(`document ${url}`),
  };
  const start = { window: { document, location }, data: { site: {} }, first: { place: toPlace('/blog') } };
  const first = createFirstParts(start as never, loadLater);
  first.later.catch(() => {});
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return {
    ...first,
    done,
    requests: () => requests,
    async come() {
      first.begin();
      await settle();
      come(parts);
      await settle();
    },
    async fail() {
      first.begin();
      await settle();
      fail(new Error('lost'));
      await settle();
    },
  };
}
const link = (href: string): HTMLAnchorElement => Object.assign(document.createElement('a'), { href });
beforeEach(() => document.body.replaceChildren());

describe('a call of the platform before the later parts are loaded', () => {
  it('waits for the later parts, which load after the hydration', async () => {
    const { platform, done, requests, come } = setUp();
    const outcome = platform.navigate('/about');
    platform.loadIcon('lucide:x');
    platform.watchLink(link('/terms'));
    platform.showError('broken');
    await Promise.resolve();
    expect([requests(), done]).toEqual([0, []]);
    await come();
    expect(done).toEqual(['navigate /about', 'icon lucide:x', 'watch /terms', 'error broken']);
    expect([requests(), await outcome]).toEqual([1, 'confirmed']);
  });

  it('is refused immediately for an invalid target', () => {
    const { platform } = setUp();
    expect(() => platform.navigate('javascript:alert(1)', { external: true })).toThrow('javascript:');
    expect(() => platform.navigate('https://other.example/')).toThrow('external URL');
  });

  it('is left to the browser when the later parts fail to load', async () => {
    const { platform, islands, done, fail } = setUp();
    const outcome = platform.navigate('/about');
    platform.loadIcon('lucide:x');
    platform.watchLink(link('/terms'))();
    islands.load('Posts', {});
    await fail();
    expect([done, await outcome]).toEqual([['document https://site.example/about'], 'document']);
    expect(islands.find('Posts', {})).toEqual({ failed: true });
  });

  it('is dropped when it was ended before', async () => {
    const { platform, done, come } = setUp();
    platform.watchLink(link('/terms'))();
    const end = platform.watchLink(link('/about'));
    await come();
    end();
    expect(done).toEqual(['watch /about', 'end /about']);
  });

  it('fetches an island that is not in the document', async () => {
    const { islands, come } = setUp();
    islands.load('Posts', {});
    await come();
    expect(islands.find('Posts', {}).html).toBe('<p>hi</p>');
  });
});

it('stores leave guards and unsaved input until they are removed', () => {
  const { platform, leaveGuards, unsaved } = setUp();
  const ends = [platform.addLeaveGuard(() => true), platform.addUnsaved(() => true)];
  expect([leaveGuards.size, unsaved.size]).toEqual([1, 1]);
  for (const end of ends) end();
  expect([leaveGuards.size, unsaved.size]).toEqual([0, 0]);
});
