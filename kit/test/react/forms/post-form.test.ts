import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { postForm } from '../../../src/react/forms/mounted-form.ts';
import { stubPosts } from '../fixtures/posts.ts';

const MINUTE_MS = 60_000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function post() {
  const posts = stubPosts();
  const shares: number[] = [];
  const answer = postForm(
    { action: '/api/x', headers: { accept: 'application/json' }, body: 'text' },
    (share) => shares.push(share),
  ).catch((error: Error) => error.message);
  return { sent: posts[0]!, shares, answer };
}

it('posts, and resolves with status and text of the answer', async () => {
  const { sent, answer } = post();
  sent.answer({ ok: true }, 201);
  expect(await answer).toEqual({ status: 201, text: '{"ok":true}' });
  expect([sent.action, sent.headers, sent.body]).toEqual(['/api/x', { accept: 'application/json' }, 'text']);
});

it('continues while data is sent, and reports the sent share', async () => {
  const { sent, shares, answer } = post();
  for (const loaded of [1, 2, 3, 4]) {
    vi.advanceTimersByTime(MINUTE_MS - 1);
    sent.goesOut(loaded, 4);
  }
  sent.answer({});
  expect(await answer).toMatchObject({ status: 200 });
  expect(shares).toEqual([0.25, 0.5, 0.75, 1]);
});

it('aborts after a minute without progress', async () => {
  const { sent, answer } = post();
  sent.goesOut(1, 2);
  vi.advanceTimersByTime(MINUTE_MS - 1);
  expect(sent.isAborted()).toBe(false);
  vi.advanceTimersByTime(1);
  expect([await answer, sent.isAborted()]).toEqual(['no answer of /api/x', true]);
});

it('waits longer for the answer to a large body that has left the browser at once', async () => {
  const { sent, answer } = post();
  sent.goesOut(5_000_000, 5_000_000);
  vi.advanceTimersByTime(4 * MINUTE_MS);
  expect(sent.isAborted()).toBe(false);
  vi.advanceTimersByTime(MINUTE_MS);
  expect([await answer, sent.isAborted()]).toEqual(['no answer of /api/x', true]);
});

it('clears its timer after an answer or a failure', async () => {
  for (const end of ['answer', 'fail'] as const) {
    const { sent, answer } = post();
    sent[end]({});
    await answer;
  }
  expect(vi.getTimerCount()).toBe(0);
});
