import fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '../../../src/platform/settings/config.ts';

/** The address that a visitor's limits count under. */
async function addressSeen(trust: string, forwarded: string): Promise<string> {
  const parsed = parseConfig({ TRUST_PROXY: trust }, []);
  if (!parsed.ok) throw new Error(parsed.issues.join());
  const app = fastify({ trustProxy: parsed.config.trustProxy });
  onTestFinished(() => app.close());
  app.get('/', (request) => request.ip);
  const headers = { 'x-forwarded-for': forwarded };
  return (await app.inject({ url: '/', remoteAddress: '10.0.0.1', headers })).body;
}

describe('TRUST_PROXY', () => {
  test.each([
    ['', '203.0.113.9', '10.0.0.1'],
    ['false', '203.0.113.9', '10.0.0.1'],
    ['0', '203.0.113.9', '10.0.0.1'],
    ['10.0.0.1', '203.0.113.9', '203.0.113.9'],
    // What a visitor wrote into the header himself comes before what the proxy appended.
    ['10.0.0.1', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['10.0.0.0/8, ::1', '6.6.6.6, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['uniquelocal', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['192.168.0.1', '203.0.113.9', '10.0.0.1'],
  ])('"%s" with %s sees %s', async (trust, forwarded, address) => {
    expect(await addressSeen(trust, forwarded)).toBe(address);
  });

  test.each(['true', 'yes', '1', '10.0.0.1,', 'proxy', '/99', '::1/x'])(
    '"%s" names nobody, and is refused',
    (text) => {
      expect(parseConfig({ TRUST_PROXY: text }, []).ok).toBe(false);
    },
  );

  test.each(['10.0.0.0/99', '10.0.0.0/0', '::1/129', '300.0.0.1'])(
    '"%s" is no place in a network, and is refused with the reason',
    (text) => {
      const parsed = parseConfig({ TRUST_PROXY: text }, []);
      expect(parsed).toEqual({
        ok: false,
        issues: [expect.stringMatching(/^TRUST_PROXY: invalid .+; it names proxies by address or network/)],
      });
    },
  );
});
