// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { createNetworkWait } from '../../src/navigation/network-wait.ts';

const network = createNetworkWait(window);
const notes = (): string[] => [...document.querySelectorAll('[role=status]')].map((note) => note.textContent);
const reconnect = (): boolean => window.dispatchEvent(new Event('online'));

afterEach(() => network.end());

describe('a navigation that waits for the network', () => {
  it('shows a note, and happens once when the network is back', () => {
    let tries = 0;
    network.wait(() => tries++);
    expect(notes()).toEqual([expect.stringContaining('You are offline')]);
    expect(tries).toBe(0);
    reconnect();
    reconnect();
    expect([tries, notes()]).toEqual([1, []]);
  });

  it('is replaced by the next one', () => {
    const tried: string[] = [];
    network.wait(() => tried.push('first'));
    network.wait(() => tried.push('second'));
    expect(notes()).toHaveLength(1);
    reconnect();
    expect(tried).toEqual(['second']);
  });

  it('is dropped by `end`', () => {
    const tried: string[] = [];
    network.wait(() => tried.push('first'));
    network.end();
    reconnect();
    expect([tried, notes()]).toEqual([[], []]);
  });
});
