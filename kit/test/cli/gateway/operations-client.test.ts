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

describe('the client of the operations port', () => {
  it('requires a token, and reads it only from the environment', async () => {
    const without = await runMfe(['status'], { env: { MFE_GATEWAY: against.gateway.url } });
    expect([without.code, without.err]).toEqual([2, expect.stringContaining('MFE_TOKEN is not set')]);
    expect((await runMfe(['status', '--token', OPERATOR])).code).toBe(2);
  });

  it('reports the missing right of a valid token', async () => {
    const { code, err } = await mfe(['freeze'], TEAM);
    expect([code, err]).toEqual([1, expect.stringMatching(/^mfe: Not allowed \(CLI_TOKEN_RIGHT\)/)]);
  });

  it('exits with 3 when the gateway does not answer', async () => {
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
  ])('recognises the port of the site, which answers %s', async (_, answer) => {
    const site = createServer((__, response) => response.writeHead(404).end(answer)).listen(0);
    const env = {
      MFE_GATEWAY: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
      MFE_TOKEN: OPERATOR,
    };
    expect((await runMfe(['status'], { env })).err).toContain('CLI_NOT_OPERATIONS');
    site.close();
  });

  it('sends its contract version, and prints the refusal of a gateway with another window', async () => {
    const sent: unknown[] = [];
    const refusal = opsErrors.CONTRACT({ contract: '1', accepted: 'contracts 2 to 3', kit: 'kit.tgz' });
    const { code, message, fix } = refusal;
    const fetch = (async (_: string, init: RequestInit) => {
      sent.push(new Headers(init.headers).get(CONTRACT_HEADER));
      return Response.json({ status: 409, code, message, fix }, { status: 409 });
    }) as typeof globalThis.fetch;
    const env = { MFE_GATEWAY: 'http://gateway.test', MFE_TOKEN: OPERATOR };
    const ran = await runMfe(['status'], { env, fetch });
    expect([ran.code, sent]).toEqual([1, [String(CONTRACT_VERSION)]]);
    expect(ran.err).toContain('the gateway takes contracts 2 to 3');
    expect(ran.err).toContain('/-/packages/kit.tgz');
  });

  it('exits with 3 when the database of the gateway is away', async () => {
    const message = 'The database cannot be used now: nothing can be read from it or changed.';
    const error = { status: 503, code: 'GW_DATABASE_AWAY', message, fix: 'Try again later.' };
    const fetch = (async () => Response.json(error, { status: 503 })) as typeof globalThis.fetch;
    const env = { MFE_GATEWAY: 'http://gateway.test', MFE_TOKEN: OPERATOR };
    writeReleaseFolder(cwd, 'legal');
    for (const argv of [['publish', 'legal'], ['freeze']]) {
      const { code, err } = await runMfe(argv, { env, fetch, cwd });
      const text = `mfe: ${message} (CLI_DATABASE_AWAY)\n     Try again later.\n`;
      expect([code, err]).toEqual([3, expect.stringContaining(text)]);
    }
  });

  it('exits with 2 for an invalid address', async () => {
    const env = { MFE_GATEWAY: 'gateway:3001', MFE_TOKEN: OPERATOR };
    expect((await runMfe(['status'], { env })).code).toBe(2);
  });

  it('prints errors as JSON with --json', async () => {
    const { code, out } = await mfe(['releases', 'nothing', '--json']);
    expect([code, JSON.parse(out)]).toEqual([1, expect.objectContaining({ code: 'CLI_REFUSED' })]);
  });
});
