import { expect, test } from 'vitest';
import { createProblems } from '../../../../src/observing/errors/development/problems.ts';

const ONE = 'a'.repeat(64);
const TWO = 'b'.repeat(64);
const settled = () => new Promise((resolve) => setImmediate(resolve));
const finding = (reason: string) => ({ code: 'ADM_PAGE', app: 'blog', reason, fix: 'Mend it.' });

function open() {
  const reported: string[] = [];
  let changes = 0;
  const problems = createProblems({
    tell: (text) => void reported.push(text),
    changed: () => void changes++,
  });
  const thrown = async (digest: string, message: string) => {
    problems.thrown({ app: 'blog', digest, message }, async () => ({ app: 'blog', message }));
    await settled();
  };
  const messages = () => problems.current().map(({ message }) => message);
  return { problems, thrown, reported, messages, changes: () => changes };
}

test('shows and reports an error of a release once, even if the release is refused for it', async () => {
  const { problems, thrown, reported, messages } = open();
  problems.offered('blog', ONE, false);
  await thrown(ONE, 'boom');
  await thrown(ONE, 'boom');
  problems.decided('blog', [finding('/blog does not render: boom')]);
  expect(messages()).toEqual(['boom']);
  expect(reported).toEqual(['blog: boom\n']);
});

test('reports an error once across builds, and again after a build without it', async () => {
  const { problems, thrown, reported } = open();
  for (const digest of [ONE, TWO]) {
    problems.offered('blog', digest, false);
    await thrown(digest, 'boom');
  }
  expect(reported).toHaveLength(1);
  problems.offered('blog', ONE, false);
  problems.decided('blog', []);
  problems.offered('blog', TWO, false);
  await thrown(TWO, 'boom');
  expect(reported).toHaveLength(2);
});

test('shows an error until a release without it is live', async () => {
  const { problems, thrown, messages } = open();
  problems.offered('blog', ONE, false);
  await thrown(ONE, 'boom');
  problems.offered('blog', TWO, false);
  expect(messages()).toEqual(['boom']);
  problems.decided('blog', []);
  expect(messages()).toEqual([]);
});

test('removes an error when the build is that of the live release', async () => {
  const { problems, thrown, messages } = open();
  problems.offered('blog', ONE, false);
  await thrown(ONE, 'boom');
  problems.offered('blog', TWO, true);
  expect(messages()).toEqual([]);
});

test('ignores errors of releases older than the newest', async () => {
  const { problems, thrown, reported, messages } = open();
  problems.offered('blog', TWO, true);
  await thrown(ONE, 'boom');
  expect([reported, messages()]).toEqual([[], []]);
});

test('shows another reason for a refusal with its fix, until the next release', () => {
  const { problems, reported, messages } = open();
  problems.offered('blog', ONE, false);
  problems.decided('blog', [finding('the path is taken')]);
  expect(messages()).toEqual(['the path is taken\nMend it.']);
  expect(reported).toEqual(['blog: the path is taken\nMend it.\n']);
  problems.offered('blog', TWO, false);
  problems.decided('blog', [finding('the name is taken')]);
  expect(messages()).toEqual(['the name is taken\nMend it.']);
});

test('reports an error of pages once', () => {
  const { problems, reported } = open();
  for (let n = 0; n < 3; n++) problems.seen({ app: 'blog', message: 'boom' });
  expect(reported).toEqual(['blog: boom\n']);
});

test('shows and reports at most 20 errors', async () => {
  const { problems, thrown, reported, messages } = open();
  problems.offered('blog', ONE, false);
  for (let n = 0; n < 100; n++) await thrown(ONE, `error ${n}`);
  expect(messages()).toHaveLength(20);
  expect(reported).toHaveLength(20);
});
