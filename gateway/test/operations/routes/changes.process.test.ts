import { expect, test } from 'vitest';
import { pagesBundle, remoteRelease, version } from '../../fixtures/fixture-release.ts';
import { shared } from '../../fixtures/shared.ts';
import { packOf, pageText, setUpOps } from '../operations-setup.ts';

const PROMOTE = '/-/releases/docs/promote';
const two = version('two');
const { digest } = two.release;

/** Only the last test changes the live releases. */
const start = shared(() => setUpOps([version('one')]));

test('a promotion without the token of the team or a known digest is refused with the reason', async () => {
  const setup = await start();
  await setup.publish(setup.team, 'docs', await packOf(two), '?preview=1');
  const made = { role: 'team', app: 'news', name: 'news', expiresAt: null } as const;
  const { token: others } = await setup.tokens.create(made);
  for (const [token, payload, status, code] of [
    [others, { digest }, 403, 'GW_TOKEN_RIGHT'],
    ['', { digest }, 401, 'GW_TOKEN_REFUSED'],
    [setup.team, { digest: 'abcdef12' }, 404, 'GW_RELEASE_KEPT'],
    [setup.team, { digest: 'two' }, 400, 'GW_BAD_REQUEST'],
    [setup.team, {}, 400, 'GW_BAD_REQUEST'],
    [setup.team, { digest, force: true }, 400, 'GW_BAD_REQUEST'],
  ] as const)
    expect(await setup.call('POST', PROMOTE, token, payload)).toMatchObject({ status, body: { code } });
  expect(await pageText(setup)).toContain('one');
});

test('a promotion of a refused release is refused with the same defects', async () => {
  const setup = await start();
  const broken = remoteRelease({ server: pagesBundle({ 'docs.home': '' }) });
  const refused = await setup.publish(setup.team, 'docs', await packOf(broken));
  const again = await setup.call('POST', PROMOTE, setup.team, { digest: broken.release.digest });
  expect([again.status, again.body]).toEqual([422, refused.body]);
  expect(again.body.checks).toMatchObject([{ code: 'ADMISSION_PAGE', app: 'docs' }]);
  expect(await pageText(setup)).toContain('one');
});

test('a promotion of a waiting release waits for the same app', async () => {
  const setup = await start();
  const waits = remoteRelease({ requires: { left: '1' } });
  await setup.publish(setup.team, 'docs', await packOf(waits));
  const again = await setup.call('POST', PROMOTE, setup.team, { digest: waits.release.digest });
  expect([again.status, again.body.waiting]).toMatchObject([409, { for: 'app', apps: ['shell'] }]);
});

test('a previewed release is promoted by its digest, with the same bytes and verdict', async () => {
  const setup = await start();
  const { body: previewed } = await setup.publish(setup.team, 'docs', await packOf(two), '?preview=1');
  const short = digest.slice(0, 8);
  const { status, body } = await setup.call('POST', PROMOTE, setup.team, { digest: short });
  const { accepted, composition, releases, checks } = previewed;
  // The rendering times are measured again, and differ.
  const measured = expect.anything();
  expect([status, body]).toEqual([
    200,
    { accepted, activated: true, composition, releases, checks, measured },
  ]);
  expect(setup.site.live()!.releases['docs']).toEqual(two.release);
  expect(await pageText(setup)).toContain('two');
  const { body: log } = await setup.call('GET', '/-/history?app=docs&limit=1', setup.team);
  expect(log.history[0]).toMatchObject({ actor: 'docs CI', action: 'activate', to: digest, composition });
});
