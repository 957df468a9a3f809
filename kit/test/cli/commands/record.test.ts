import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { RecordedAnswer } from '../../../src/contract/release/recorded-answers.ts';
import { runMfe } from '../fixtures/run-mfe.ts';
import { temporaryFolder } from '../../temporary-folders.ts';

const answer = (at: string, more: Partial<RecordedAnswer> = {}): RecordedAnswer => ({
  upstream: 'cms',
  path: at,
  query: [],
  status: 200,
  headers: {},
  text: '[]',
  ...more,
});

/** An app that requests /posts and paths below it from `cms`, and a gateway with these answers. */
function setUp(answers: RecordedAnswer[]) {
  const cwd = temporaryFolder({
    'package.json': '{"type":"module"}',
    'mfe.config.ts': `export default { name: 'blog', routes: [], upstreams: { cms: { paths: ['/posts/**'] } } };`,
  });
  const file = path.join(cwd, 'upstreams.recorded.json');
  const fetch = (async (url: string) =>
    new URL(url).pathname === '/-/upstreams/blog/answers'
      ? Response.json({ answers })
      : Response.json({}, { status: 404 })) as typeof globalThis.fetch;
  const env = { MFE_GATEWAY: 'http://gateway.test', MFE_TOKEN: 'vf_x' };
  return { file, record: () => runMfe(['record'], { cwd, env, fetch }) };
}

test('stores the answers that the app declares, sorted, and reports when they have not changed', async () => {
  const { record, file } = setUp([answer('/posts/2'), answer('/drafts'), answer('/posts')]);
  expect(await record()).toMatchObject({ code: 0, out: 'upstreams.recorded.json: 2 answers\n' });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([answer('/posts'), answer('/posts/2')]);
  expect((await record()).out).toBe('upstreams.recorded.json: 2 answers, as before\n');
});

test('prints instructions and writes no file when there are no answers', async () => {
  const { record, file } = setUp([answer('/drafts')]);
  expect((await record()).out).toContain('open the pages that ask for them');
  expect(existsSync(file)).toBe(false);
});

test('stores no error answers', async () => {
  const { record, file } = setUp([answer('/posts', { status: 500 })]);
  expect((await record()).code).toBe(1);
  expect(existsSync(file)).toBe(false);
});
