import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../scripts/apps.ts';
import { runNode } from '../../scripts/processes.ts';
import { startFaultGateway } from '../faults/fault-gateway.ts';
import { asNpm } from './layouts.ts';

const EARLIER_KITS = path.resolve(import.meta.dirname, '../fixtures/earlier-kits');

test.each(readdirSync(EARLIER_KITS).filter((name) => name.startsWith('voltframe-kit-')))(
  'an earlier kit (%s) builds an app and publishes it to the gateway of today, where it is live',
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
    expect(await (await fetch(`${gateway.url}/notes`)).text()).toMatch(/<h1>\(\[tiny /);
  },
);
