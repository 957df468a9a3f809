// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { createFirstParts, type LaterParts } from '../src/first-parts.ts';
import { toPlace } from '../src/navigation/place.ts';

/** A page at /blog, whose later parts come when they are told to, or fail. */
function setUp() {
  const done: string[] = [];
  const say = (what: string) => done.push(what);
  const parts = {
    pipeline: {
      navigate: async ({ path }: { path: string }) => {
        say(`navigate ${path}`);
        return 'confirmed' as const;
      },
    },
    fetchIsland: async (name: string) => ({ key: `${name}_1`, html: '<p>hi</p>' }),
    loadIcon: (name: string) => say(`icon ${name}`),
    watchLink: (link: HTMLAnchorElement) => {
      say(`watch ${link.pathname}`);
      return () => say(`end ${link.pathname}`);
    },
    showError: (error: unknown) => say(`error ${String(error)}`),
    begin: () => {},
  } as unknown as LaterParts;
  let come = (_: LaterParts): void => {};
  let fail = (_: Error): void => {};
  let asked = 0;
  const loadLater = (): Promise<LaterParts> => {
    asked++;
    return new Promise((resolve, reject) => {
      come = resolve;
      fail = reject;
    });
  };
  const location = {
    origin: 'https://site.example',
    href: 'https://site.example/blog',
    assign: (url: string) => say(`document ${url}`),
  };
  const start = { window: { document, location }, data: { site: {} }, first: { place: toPlace('/blog') } };
  const first = createFirstParts(start as never, loadLater);
  first.later.catch(() => {});
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return {
    ...first,
    done,
    asked: () => asked,
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

describe('what a component asks of the platform before the later parts are there', () => {
  it('waits for them; they are asked for once the page has hydrated', async () => {
    const { platform, done, asked, come } = setUp();
    const outcome = platform.navigate('/about');
    platform.loadIcon('lucide:x');
    platform.watchLink(link('/terms'));
    platform.showError('broken');
    await Promise.resolve();
    expect([asked(), done]).toEqual([0, []]);
    await come();
    expect(done).toEqual(['navigate /about', 'icon lucide:x', 'watch /terms', 'error broken']);
    expect([asked(), await outcome]).toEqual([1, 'confirmed']);
  });

  it('is refused at once when its target is bad', () => {
    const { platform } = setUp();
    expect(() => platform.navigate('javascript:alert(1)', { external: true })).toThrow('javascript:');
    expect(() => platform.navigate('https://other.example/')).toThrow('external URL');
  });

  it('is done by the browser when they do not come', async () => {
    const { platform, islands, done, fail } = setUp();
    const outcome = platform.navigate('/about');
    platform.loadIcon('lucide:x');
    platform.watchLink(link('/terms'))();
    islands.load('Posts', {});
    await fail();
    expect([done, await outcome]).toEqual([['document https://site.example/about'], 'document']);
    expect(islands.find('Posts', {})).toEqual({ failed: true });
  });

  it('is not done when it has ended by then: a link that is gone is not watched', async () => {
    const { platform, done, come } = setUp();
    platform.watchLink(link('/terms'))();
    const end = platform.watchLink(link('/about'));
    await come();
    end();
    expect(done).toEqual(['watch /about', 'end /about']);
  });

  it('is fetched: an island that the document does not have', async () => {
    const { islands, come } = setUp();
    islands.load('Posts', {});
    await come();
    expect(islands.find('Posts', {}).html).toBe('<p>hi</p>');
  });
});

it('knows leave guards and input that is not sent, until their components are gone', () => {
  const { platform, leaveGuards, unsaved } = setUp();
  const ends = [platform.addLeaveGuard(() => true), platform.addUnsaved(() => true)];
  expect([leaveGuards.size, unsaved.size]).toEqual([1, 1]);
  for (const end of ends) end();
  expect([leaveGuards.size, unsaved.size]).toEqual([0, 0]);
});
