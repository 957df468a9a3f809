import { describe, expect, it } from 'vitest';
import type { IslandState } from '../../../src/react/islands/island-source.ts';
import { createIslandStore } from '../../../src/react/islands/island-store.ts';
import { settle } from '../../../src/testing/fake-clock.ts';

/** A store whose islands come so, one after the other, and else as `<p>hi</p>`. */
function setUp(...answers: IslandState[]) {
  const asked: string[] = [];
  let changes = 0;
  const store = createIslandStore(async (name, props, key) => {
    asked.push(`${name} ${JSON.stringify(props)}${key === undefined ? '' : ` ${key}`}`);
    return answers.shift() ?? { key: `${name}_1`, html: '<p>hi</p>' };
  });
  store.subscribe(() => changes++);
  return { store, asked, changes: () => changes };
}

describe('the islands of a browser page', () => {
  it('are fetched once, however many places show one', async () => {
    const { store, asked, changes } = setUp();
    store.load('Posts', { count: 3 });
    store.load('Posts', { count: 3 });
    await settle();
    store.load('Posts', { count: 3 });
    expect(asked).toEqual(['Posts {"count":3}']);
    expect(store.find('Posts', { count: 3 })).toMatchObject({ html: '<p>hi</p>' });
    expect(changes()).toBe(1);
  });

  it('are told apart by their props, in whatever order these are written', async () => {
    const { store, asked } = setUp();
    await store.prepare([
      { name: 'A', props: { x: 1, y: 2 }, key: 'A_1' },
      { name: 'A', props: { y: 2, x: 1 }, key: 'A_1' },
      { name: 'A', props: { x: 2 }, key: 'A_2' },
    ]);
    expect(asked).toEqual(['A {"x":1,"y":2} A_1', 'A {"x":2} A_2']);
    expect(store.find('A', { y: 2, x: 1 }).html).toBe('<p>hi</p>');
  });

  it('that fail are asked for again by the next page', async () => {
    const { store } = setUp({ key: 'A_1', failed: true });
    const refs = [{ name: 'A', props: {}, key: 'A_1' }];
    await store.prepare(refs);
    expect(store.find('A', {})).toEqual({ key: 'A_1', failed: true });
    await store.prepare(refs);
    expect(store.find('A', {}).html).toBe('<p>hi</p>');
  });
});
