// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Island, type IslandElementProps } from '../../../src/react/islands/island.tsx';
import type { IslandState } from '../../../src/react/islands/island-store.ts';
import { InShell, platformWith } from '../fixtures/in-shell.tsx';
import { mount } from '../fixtures/mounted.tsx';

function pageWhere(state: IslandState, props: Partial<IslandElementProps> = {}) {
  const asked: unknown[] = [];
  const watched: string[] = [];
  const platform = platformWith({
    islands: { find: () => state, load: (...request) => void asked.push(request), subscribe: () => () => {} },
    mountIsland(element, ...island) {
      watched.push(`mount ${element.textContent} ${JSON.stringify(island)}`);
      return () => void watched.push('unmount');
    },
    watchLink(link) {
      watched.push(link.pathname);
      return () => void watched.push(`end ${link.pathname}`);
    },
  });
  const page = (
    <InShell platform={platform}>
      <Island name="Posts" {...props} />
    </InShell>
  );
  return { page, asked, watched };
}

describe('Island', () => {
  it.each<[name: string, state: IslandState, props: Partial<IslandElementProps>, html: string]>([
    ['its content', { key: 'Posts_ab', html: '<p>x</p>' }, {}, '<div data-island="Posts_ab"><p>x</p></div>'],
    ['its fallback while it loads', {}, { fallback: 'wait' }, '<div data-island="Posts">wait</div>'],
    [
      'its props for the store',
      {},
      { props: { b: 1, a: 2 } },
      '<div data-island="Posts" data-props="{&quot;a&quot;:2,&quot;b&quot;:1}"></div>',
    ],
  ])('renders %s', (_, state, props, html) => {
    expect(renderToStaticMarkup(pageWhere(state, props).page)).toBe(html);
  });

  it.each<[state: IslandState, times: number]>([
    [{}, 1],
    [{ key: 'Posts_ab', html: '' }, 1],
    [{ html: '<p></p>' }, 0],
    [{ failed: true }, 0],
  ])('is requested with the state %j: %i times', async (state, times) => {
    const { page, asked } = pageWhere(state, { props: { n: 3 } });
    await mount(page);
    expect(asked).toEqual(Array.from({ length: times }, () => ['Posts', { n: 3 }]));
  });

  it('mounts interactive HTML until it is unmounted', async () => {
    const html = '<div data-interactive="blog"><p>x</p></div>';
    const { page, watched } = pageWhere({ html }, { props: { n: 3 } });
    const { unmount } = await mount(page);
    expect(watched).toEqual(['mount x ["blog","Posts",{"n":3}]']);
    await unmount();
    expect(watched).toContain('unmount');
  });

  it('watches its links for their prefetch until it is unmounted', async () => {
    const { page, watched } = pageWhere({ html: '<a data-prefetch href="/a">a</a><a href="/b">b</a>' });
    const { unmount } = await mount(page);
    expect(watched).toEqual(['/a']);
    await unmount();
    expect(watched).toEqual(['/a', 'end /a']);
  });
});
