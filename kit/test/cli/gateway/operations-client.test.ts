import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { CONTRACT_HEADER, CONTRACT_VERSION } from '../../../src/contract/contract-version.ts';
import { opsErrors } from '../../../src/errors/ops-errors.ts';
import { writeReleaseFolder } from '../../packaging/fixtures/releases.ts';
import { againstGateway } from '../fixtures/against-gateway.ts';
import { OPERATOR, TEAM } from '../fixtures/fake-gateway.ts';
import { runMfe } from '../fixtures/run-mfe.ts';

const against = againstGateway();
const { cwd, mfe } = against;

describe('mfe and the gateway', () => {
  it('needs a token, and takes it from the environment only', async () => {
    const without = await runMfe(['status'], { env: { MFE_GATEWAY: against.gateway.url } });
    expect([without.code, without.err]).toEqual([2, expect.stringContaining('MFE_TOKEN is not set')]);
    expect((await runMfe(['status', '--token', OPERATOR])).code).toBe(2);
  });

  it('does not guess which part of the token was wrong', async () => {
    const { code, err } = await mfe(['freeze'], 'vf_wrong');
    expect([code, err]).toEqual([1, expect.stringContaining('CLI_TOKEN_REFUSED')]);
  });

  it('says of a token that works which right it lacks', async () => {
    const { code, err } = await mfe(['freeze'], TEAM);
    expect([code, err]).toEqual([1, expect.stringMatching(/^mfe: Not allowed \(CLI_TOKEN_RIGHT\)/)]);
  });

  it('ends with 3 when nothing answers', async () => {
    const env = { MFE_GATEWAY: 'http://127.0.0.1:1', MFE_TOKEN: OPERATOR };
    expect(await runMfe(['status'], { env })).toMatchObject({
      code: 3,
      err: expect.stringContaining('Cannot reach') as string,
    });
    writeReleaseFolder(cwd, 'legal');
    expect((await runMfe(['publish', 'legal'], { env, cwd })).code).toBe(3);
  });

  it.each([
    ['as HTML', '<html>'],
    ['as JSON', '{"status":404,"code":"GW_NOT_FOUND","message":"There is nothing at this address."}'],
  ])('notices the port of the site, which answers %s', async (_, answer) => {
    const site = createServer((__, response) => response.writeHead(404).end(answer)).listen(0);
    const env = {
      MFE_GATEWAY: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
      MFE_TOKEN: OPERATOR,
    };
    expect((await runMfe(['status'], { env })).err).toContain('CLI_NOT_OPERATIONS');
    site.close();
  });

  it('says of which contract it is, and hands on what a gateway of another window answers', async () => {
    const sent: unknown[] = [];
    const refusal = opsErrors.CONTRACT({ contract: '1.1', oldest: '2.0', newest: '2.2', kit: 'kit.tgz' });
    const { code, message, fix } = refusal;
    const fetch = (async (_: string, init: RequestInit) => {
      sent.push(new Headers(init.headers).get(CONTRACT_HEADER));
      return Response.json({ status: 409, code, message, fix }, { status: 409 });
    }) as typeof globalThis.fetch;
    const env = { MFE_GATEWAY: 'http://gateway.test', MFE_TOKEN: OPERATOR };
    const told = await runMfe(['status'], { env, fetch });
    expect([told.code, sent]).toEqual([1, [CONTRACT_VERSION]]);
    expect(told.err).toContain('the gateway takes 2.0 to 2.2');
    expect(told.err).toContain('/-/packages/kit.tgz');
  });

  it('ends with 3 when the gateway answers and its database does not', async () => {
    const message =
      'The database at db:5432 cannot be used now (ECONNREFUSED): nothing can be read from it or changed.';
    const error = { status: 503, code: 'GW_DATABASE_AWAY', message, fix: 'Try again later.' };
    const fetch = (async () => Response.json(error, { status: 503 })) as typeof globalThis.fetch;
    const env = { MFE_GATEWAY: 'http://gateway.test', MFE_TOKEN: OPERATOR };
    writeReleaseFolder(cwd, 'legal');
    for (const argv of [['publish', 'legal'], ['freeze']]) {
      const { code, err } = await runMfe(argv, { env, fetch, cwd });
      const told = `mfe: ${message} (CLI_DATABASE_AWAY)\n     Try again later.\n`;
      expect([code, err]).toEqual([3, expect.stringContaining(told)]);
    }
  });

  it('refuses an address that is none', async () => {
    const env = { MFE_GATEWAY: 'gateway:3001', MFE_TOKEN: OPERATOR };
    expect((await runMfe(['status'], { env })).code).toBe(2);
  });

  it('tells errors as JSON when asked to', async () => {
    const { code, out } = await mfe(['releases', 'nothing', '--json']);
    expect([code, JSON.parse(out)]).toEqual([1, expect.objectContaining({ code: 'CLI_REFUSED' })]);
  });
});
