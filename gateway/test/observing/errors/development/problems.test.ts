import { expect, test } from 'vitest';
import { createProblems } from '../../../../src/observing/errors/development/problems.ts';

const ONE = 'a'.repeat(64);
const TWO = 'b'.repeat(64);
const settled = () => new Promise((resolve) => setImmediate(resolve));
const finding = (reason: string) => ({ code: 'ADM_PAGE', app: 'blog', reason, fix: 'Mend it.' });

function open() {
  const told: string[] = [];
  let changes = 0;
  const problems = createProblems({ tell: (text) => void told.push(text), changed: () => void changes++ });
  const thrown = async (digest: string, message: string) => {
    problems.thrown({ app: 'blog', digest, message }, async () => ({ app: 'blog', message }));
    await settled();
  };
  const messages = () => problems.current().map(({ message }) => message);
  return { problems, thrown, told, messages, changes: () => changes };
}

test('what a release throws is shown and told once, whatever becomes of the release', async () => {
  const { problems, thrown, told, messages } = open();
  problems.offered('blog', ONE, false);
  await thrown(ONE, 'boom');
  await thrown(ONE, 'boom');
  problems.decided('blog', [finding('/blog does not render: boom')]);
  expect(messages()).toEqual(['boom']);
  expect(told).toEqual(['blog: boom\n']);
});

test('is told once though it is built again, and again after it was mended', async () => {
  const { problems, thrown, told } = open();
  for (const digest of [ONE, TWO]) {
    problems.offered('blog', digest, false);
    await thrown(digest, 'boom');
  }
  expect(told).toHaveLength(1);
  problems.offered('blog', ONE, false);
  problems.decided('blog', []);
  problems.offered('blog', TWO, false);
  await thrown(TWO, 'boom');
  expect(told).toHaveLength(2);
});

test('stays until a release is live that does not throw it', async () => {
  const { problems, thrown, messages } = open();
  problems.offered('blog', ONE, false);
  await thrown(ONE, 'boom');
  problems.offered('blog', TWO, false);
  expect(messages()).toEqual(['boom']);
  problems.decided('blog', []);
  expect(messages()).toEqual([]);
});

test('goes where the edit is taken back: what is live is built again', async () => {
  const { problems, thrown, messages } = open();
  problems.offered('blog', ONE, false);
  await thrown(ONE, 'boom');
  problems.offered('blog', TWO, true);
  expect(messages()).toEqual([]);
});

test('of an older release than the newest, nothing is said', async () => {
  const { problems, thrown, told, messages } = open();
  problems.offered('blog', TWO, true);
  await thrown(ONE, 'boom');
  expect([told, messages()]).toEqual([[], []]);
});

test('a refusal for another reason is shown with what to do about it, until the next release', () => {
  const { problems, told, messages } = open();
  problems.offered('blog', ONE, false);
  problems.decided('blog', [finding('the path is taken')]);
  expect(messages()).toEqual(['the path is taken\nMend it.']);
  expect(told).toEqual(['blog: the path is taken\nMend it.\n']);
  problems.offered('blog', TWO, false);
  problems.decided('blog', [finding('the name is taken')]);
  expect(messages()).toEqual(['the name is taken\nMend it.']);
});

test('what a page saw is told once', () => {
  const { problems, told } = open();
  for (let n = 0; n < 3; n++) problems.seen({ app: 'blog', message: 'boom' });
  expect(told).toEqual(['blog: boom\n']);
});

test('holds so many and no more, however many an app throws', async () => {
  const { problems, thrown, told, messages } = open();
  problems.offered('blog', ONE, false);
  for (let n = 0; n < 100; n++) await thrown(ONE, `error ${n}`);
  expect(messages()).toHaveLength(20);
  expect(told).toHaveLength(20);
});
