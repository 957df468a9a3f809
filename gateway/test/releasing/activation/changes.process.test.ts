import { expect, test } from 'vitest';
import { packOf, pageText, setUpOps, version } from '../operations/operations-setup.ts';

/** Two releases of docs were live, beside news; a third is in the middle of its admission until `go` is called. */
async function whileAdmitting() {
  const one = version('one');
  const setup = await setUpOps([one, version('first', 'news')]);
  await setup.publish(setup.team, 'docs', await packOf(version('two')));
  const { site } = setup;
  const prepare = site.prepare.bind(site);
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  site.prepare = async (...candidate) => {
    site.prepare = prepare;
    begun.resolve();
    await gate.promise;
    return prepare(...candidate);
  };
  const third = version('three');
  const published = setup.publish(setup.team, 'docs', await packOf(third));
  await begun.promise;
  return { ...setup, one, third, published, go: () => gate.resolve() };
}

test('a rollback waits for no admission, and what was being admitted does not undo it', async () => {
  const setup = await whileAdmitting();
  const back = await setup.call('POST', '/-/releases/docs/rollback', setup.team);
  expect(back).toMatchObject({ status: 200, body: { to: setup.one.release.digest } });
  expect(await pageText(setup)).toContain('one');
  setup.go();
  const { status, body } = await setup.published;
  expect([status, body.checks[0].code]).toEqual([422, 'ADMISSION_SUPERSEDED']);
  expect(await pageText(setup)).toContain('one');
});

test.each([
  ['a pin', '/-/releases/docs/pin', 'pin'],
  ['a freeze', '/-/freeze', 'freeze'],
])('%s that comes during an admission keeps its release back', async (_, url, by) => {
  const setup = await whileAdmitting();
  expect((await setup.call('POST', url, setup.operator, {})).status).toBe(200);
  setup.go();
  const { body } = await setup.published;
  expect(body).toMatchObject({ accepted: true, activated: false, waiting: { for: by } });
  expect(await pageText(setup)).toContain('two');
});

test('another app is retired while one is admitted; the release goes live beside what is left', async () => {
  const setup = await whileAdmitting();
  expect((await setup.call('POST', '/-/releases/news/retire', setup.operator)).status).toBe(200);
  expect(Object.keys(setup.site.live()!.composition.apps)).toEqual(['docs', 'shell']);
  setup.go();
  expect((await setup.published).body.activated).toBe(true);
  expect(setup.site.live()!.composition.apps).toEqual({
    docs: setup.third.release.digest,
    shell: expect.any(String),
  });
});
