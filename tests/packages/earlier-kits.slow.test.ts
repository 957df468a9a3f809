import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { islandKey } from '@voltframe/kit/contract/page/island';
import type { Release } from '@voltframe/kit/contract/release/release';
import { hash } from 'ohash';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../scripts/apps.ts';
import { runNode } from '../../scripts/processes.ts';
import { startFaultGateway } from '../faults/fault-gateway.ts';
import { asNpm } from './layouts.ts';

const EARLIER_KITS = path.resolve(import.meta.dirname, '../fixtures/earlier-kits');

test.each(readdirSync(EARLIER_KITS).filter((name) => name.startsWith('voltframe-kit-')))(
  'an app built by kit %s goes live: its page, payload, scripts, island and icons are served, and its form accepts posts',
  async (name) => {
    const gateway = await startFaultGateway({ env: { RELEASES: `shell=${path.join(root, 'shell')}` } });
    onTestFinished(() => gateway.stop());
    const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'voltframe-earlier-kit-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    execFileSync('tar', ['-xzf', path.join(EARLIER_KITS, name), '-C', folder]);
    const app = asNpm(path.join(folder, 'repository'), path.join(folder, 'package'));
    const env = { PATH: process.env['PATH'], MFE_GATEWAY: gateway.opsUrl, MFE_TOKEN: gateway.token };
    const mfe = path.join(app, 'node_modules/@voltframe/kit/dist/cli/mfe.js');
    for (const command of ['build', 'publish']) {
      const { code, output } = await runNode([mfe, command], { cwd: app, env });
      expect([command, code, code === 0 ? '' : output]).toEqual([command, 0, '']);
    }
    const page = await fetch(`${gateway.url}/notes`);
    const html = await page.text();
    expect(html).toMatch(/<h1>\(\[tiny /);
    expect(html).toContain('A card: <!-- -->first');

    const id = page.headers.get('x-composition')!;
    const { files } = JSON.parse(readFileSync(path.join(app, 'dist/release.json'), 'utf8')) as Release;
    const client = Object.keys(files).filter((file) => /^client\/.*\.(?:js|css)$/.test(file));
    expect(client.length).toBeGreaterThan(2);
    const props = { text: 'other' };
    const island = islandKey('NoteCard', props, hash);
    const addresses = [
      `/notes/_payload.json?${id}`,
      `/__nuxt_island/${island}.json?composition=${id}&props=${encodeURIComponent(JSON.stringify(props))}`,
      '/api/_nuxt_icon/lucide.json?icons=house',
      ...client.map((file) => file.replace('client/', '/assets/notes/')),
    ];
    const statuses = addresses.map(async (at) => [at, (await fetch(gateway.url + at)).status]);
    expect(await Promise.all(statuses)).toEqual(addresses.map((at) => [at, 200]));
    const body = new URLSearchParams({ contract: 'note@1', email: 'ada@example.test' });
    const sent = await fetch(`${gateway.url}/api/note`, { method: 'POST', body, redirect: 'manual' });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/notes?sent=1']);
  },
);
