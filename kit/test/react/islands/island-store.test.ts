import { describe, expect, it } from 'vitest';
import { type IslandState, createIslandStore } from '../../../src/react/islands/island-store.ts';
import { settle } from '../../../src/testing/fake-clock.ts';

/** A store that loads islands with these answers in turn, and then with `<p>hi</p>`. */
function setUp(...answers: IslandState[]) {
  const requested: string[] = [];
  let changes = 0;
  const store = createIslandStore(async (name, props, key) => {
    requested.push(`${name} ${JSON.stringify(props)}${key === undefined ? '' : ` ${key}`}`);
    return answers.shift() ?? { key: `${name}_1`, html: '<p>hi</p>' };
  });
  store.subscribe(() => changes++);
  return { store, requested, changes: () => changes };
}

describe('createIslandStore', () => {
  it('fetches an island once for several places', async () => {
    const { store, requested, changes } = setUp();
    store.load('Posts', { count: 3 });
    store.load('Posts', { count: 3 });
    await settle();
    store.load('Posts', { count: 3 });
    expect(requested).toEqual(['Posts {"count":3}']);
    expect(store.find('Posts', { count: 3 })).toMatchObject({ html: '<p>hi</p>' });
    expect(changes()).toBe(1);
  });

  it('distinguishes islands by their props, independent of key order', async () => {
    const { store, requested } = setUp();
    await store.prepare([
      { name: 'A', props: { x: [2, { d: 3, c: 4 }], y: 2 }, key: 'A_1' },
      { name: 'A', props: { y: 2, x: [2, { c: 4, d: 3 }] }, key: 'A_1' },
      { name: 'A', props: { x: 2 }, key: 'A_2' },
    ]);
    expect(requested).toEqual(['A {"x":[2,{"d":3,"c":4}],"y":2} A_1', 'A {"x":2} A_2']);
    expect(store.find('A', { y: 2, x: [2, { c: 4, d: 3 }] }).html).toBe('<p>hi</p>');
  });

  it('fetches a failed island again for the next page', async () => {
    const { store } = setUp({ key: 'A_1', failed: true });
    const refs = [{ name: 'A', props: {}, key: 'A_1' }];
    await store.prepare(refs);
    expect(store.find('A', {})).toEqual({ key: 'A_1', failed: true });
    await store.prepare(refs);
    expect(store.find('A', {}).html).toBe('<p>hi</p>');
  });
});
