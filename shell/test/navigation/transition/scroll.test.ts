// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { createScrollMemory, hashElement, scrollTo } from '../../../src/navigation/transition/scroll.ts';

function storageOf(text: string | null) {
  let stored = text;
  return {
    getItem: () => stored,
    setItem: (_: string, value: string) => ((stored = value), true),
  };
}

describe('the scroll positions', () => {
  it('are stored by history entry, and survive the document', () => {
    const storage = storageOf(null);
    const memory = createScrollMemory(storage);
    memory.save('a', { x: 0, y: 10 });
    memory.save('a', { x: 0, y: 20 });
    expect(createScrollMemory(storage).find('a')).toBeUndefined();
    memory.persist();
    expect(createScrollMemory(storage).find('a')).toEqual({ x: 0, y: 20 });
  });

  it('are at most 50 without the oldest', () => {
    const memory = createScrollMemory(storageOf(null));
    for (let n = 0; n < 50; n++) memory.save(`${n}`, { x: 0, y: n });
    memory.save('0', { x: 0, y: 7 });
    memory.save('new', { x: 0, y: 1 });
    expect(['0', '1', 'new'].map((key) => memory.find(key) !== undefined)).toEqual([true, false, true]);
  });

  it.each(['{', '{"a":1}', 'null'])('are empty after the malformed storage %s', (text) => {
    expect(createScrollMemory(storageOf(text)).find('a')).toBeUndefined();
  });
});

describe('the scroll target', () => {
  const moves: unknown[] = [];
  const page = Object.create(window, {
    scrollTo: { value: (to: object) => moves.push(to) },
    document: { value: document },
  }) as Window;
  beforeEach(() => {
    moves.length = 0;
    document.body.innerHTML = '<p id="part">x</p>';
    document.querySelector('#part')!.scrollIntoView = (how) => void moves.push(['#part', how]);
  });
  const top = { left: 0, top: 0, behavior: 'instant' };

  it.each([
    [
      'the saved position, for any hash',
      '#part',
      { x: 1, y: 2 },
      'top',
      { left: 1, top: 2, behavior: 'instant' },
    ],
    ['the target of the hash', '#part', undefined, 'top', ['#part', { behavior: 'instant' }]],
    [
      'the target of the hash, smoothly within a page',
      '#part',
      undefined,
      'keep',
      ['#part', { behavior: 'auto' }],
    ],
    ['the top', '', undefined, 'top', top],
    ['the top for #top without a target', '#top', undefined, 'keep', top],
    ['unchanged if only the query changed', '', undefined, 'keep', undefined],
  ] as const)('is %s', (_, hash, saved, fallback, move) => {
    scrollTo(page, hash, saved, fallback);
    expect(moves).toEqual(move === undefined ? [] : [move]);
  });

  it.each([
    ['#a%20b', 'a b'],
    ['#a%20b', 'a%20b'],
    ['#100%', '100%'],
  ])('%s finds the id %j', (hash, id) => {
    document.body.innerHTML = '<p></p>';
    document.querySelector('p')!.id = id;
    expect(hashElement(document, hash)?.id).toBe(id);
  });
});
