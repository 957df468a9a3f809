import { expect, onTestFinished, test } from 'vitest';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { startTestGateway } from '../../fixtures/test-gateway.ts';

const remote = (word: string) =>
  remoteRelease({
    server: `module.exports = { pages: {
      'docs.home': { Component: () => '<h1>${word}</h1>' }, 'docs.page': { Component: () => '<h1>${word}</h1>' },
    }, islands: {}, guards: {} };`,
  });

test('while developing, open pages are told what is live, and what goes live', async () => {
  const gateway = await startTestGateway([shellRelease(), remote('one')], { DEV: '1' });
  const url = await gateway.app.listen({ port: 0, host: '127.0.0.1' });
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const { body, headers } = await fetch(`${url}/-/live-composition`, { signal: leaving.signal });
  expect(headers.get('content-type')).toBe('text/event-stream');
  const events = body!.pipeThrough(new TextDecoderStream()).getReader();
  const told = async () => (await events.read()).value;
  const first = gateway.site.live()!.composition.id;
  expect(await told()).toBe(`data: ${first}\n\n`);
  await gateway.publish(remote('two'));
  const second = gateway.site.live()!.composition.id;
  expect(second).not.toBe(first);
  expect(await told()).toBe(`data: ${second}\n\n`);
});

test('visitors get neither the events nor the script', async () => {
  for (const DEV of ['', '1']) {
    const { app } = await startTestGateway([shellRelease(), remote('one')], { DEV });
    const html = (await app.inject({ url: '/docs', headers: { accept: 'text/html' } })).body;
    expect(html.includes('EventSource')).toBe(DEV === '1');
    if (DEV === '') expect((await app.inject('/-/live-composition')).statusCode).toBe(404);
  }
});
