import Fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSignedValues } from '../../../src/platform/secrets/signed-values.ts';
import type { RouteKind } from '../../../src/serving/http/request-state.ts';
import { observeRequests } from '../../../src/serving/http/observe-requests.ts';

const served = {
  releases: { blog: { digest: 'd' } },
  composition: {
    id: 'c1',
    apps: { blog: 'd' },
    islands: { Posts: { app: 'blog' } },
    routes: [{ id: 'blog.list', app: 'blog', path: '/blog' }],
  },
};

function observed(level: string) {
  const lines: { msg: string; level: number; path?: string }[] = [];
  const counted: unknown[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) };
  const app = Fastify({ logger: { level, stream } } as object);
  onTestFinished(() => app.close());
  app.decorateRequest('served', undefined);
  app.addHook('onRequest', (request, _, done) => {
    Object.assign(request, { served });
    done();
  });
  observeRequests(app, {
    describe() {},
    answered: ({ kind, app: owner, digest, status, bytes }, ms) =>
      void counted.push([kind, owner, digest, status, bytes, typeof ms]),
  });
  const kinds: Record<string, RouteKind> = {
    '/assets/:app/:file': 'asset',
    '/__nuxt_island/:file': 'island',
    '/api/_nuxt_icon/:file': 'icon',
    '/api/contact': 'form',
    '/builds/latest.json': 'build',
    '/-/live': 'platform',
    '/-/ready': 'platform',
    '/-/preview/:token': 'platform',
    '/robots.txt': 'file',
    '/*': 'page',
  };
  for (const [url, kind] of Object.entries(kinds))
    app.get(url, { config: { kind } }, (request, reply) =>
      reply.code(request.url.includes('boom') ? 503 : 200).send('x'),
    );
  return { app, counted, answers: () => lines.filter(({ msg }) => msg === 'answered') };
}

describe('a counter of answers', () => {
  test.each([
    ['/blog?secret', 'page', 'blog'],
    ['/Blog/', 'page', 'blog'],
    ['/none', 'page', ''],
    ['/blog/_payload.json', 'payload', 'blog'],
    ['/assets/blog/x.js', 'asset', 'blog'],
    ['/assets/stranger/x.js', 'asset', ''],
    ['/__nuxt_island/Posts_abc.json', 'island', 'blog'],
    ['/__nuxt_island/constructor_abc.json', 'island', ''],
    ['/api/_nuxt_icon/lucide.json', 'icon', ''],
    ['/api/contact', 'form', ''],
    ['/builds/latest.json', 'build', ''],
    ['/-/live', 'platform', ''],
    ['/robots.txt', 'file', ''],
  ])('counts %s as %s of %j', async (url, kind, owner) => {
    const { app, counted } = observed('error');
    await app.inject(url);
    expect(counted).toEqual([[kind, owner, owner === '' ? undefined : 'd', 200, 1, 'number']]);
  });
});

describe('a line of the log', () => {
  test('has composition, app and path, never the query', async () => {
    const { app, answers } = observed('info');
    await app.inject('/blog?email=ada@example.com');
    expect(answers()).toMatchObject([
      { composition: 'c1', app: 'blog', kind: 'page', method: 'GET', path: '/blog', status: 200 },
    ]);
    expect(JSON.stringify(answers())).not.toContain('ada');
  });

  test.each([
    ['info', '', '/-/preview/<signed>'],
    ['info', '/boom?to=/blog', '/-/preview/<signed>/boom'],
    ['warn', '/boom', '/-/preview/<signed>/boom'],
  ])('on the level %s hides the token of a preview before %j', async (level, after, path) => {
    const token = createSignedValues('secret', 'preview', () => 0).sign('a'.repeat(32), 1_764_000_000_000);
    const { app, answers } = observed(level);
    await app.inject(`/-/preview/${token}${after}`);
    expect(answers()).toMatchObject([{ path }]);
    expect(JSON.stringify(answers())).not.toContain(token.slice(-43));
  });

  test.each([
    ['/blog', []],
    ['/boom', [{ level: 50, status: 503 }]],
    ['/-/ready?boom', []],
  ])('is written only for failures on the level warn: %s', async (url, expected) => {
    const { app, answers } = observed('warn');
    await app.inject(url);
    expect(answers()).toMatchObject(expected);
  });
});
