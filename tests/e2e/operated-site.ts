import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Ran, runMfe } from '../../kit/test/cli/fixtures/run-mfe.ts';
import { EditedRelease } from '../bench/support/edited-release.ts';
import { type FaultGateway, startFaultGateway } from '../faults/fault-gateway.ts';

const root = path.resolve(import.meta.dirname, '../..');
const TERMS = 'data/documents/terms.json';

/** The shell, marketing and legal on a gateway with an operations port, and the tools of the team of legal. */
export interface OperatedSite {
  gateway: FaultGateway;
  /** Token of the team of legal. */
  team: string;
  /** Runs the `mfe` command as an operator, or with another token. */
  mfe(args: string[], token?: string): Promise<Ran>;
  /** Builds a release of legal whose terms have this title. @returns its folder */
  editTerms(title: string): string;
  /** Builds a release of legal whose server bundle throws. @returns its folder */
  breakServer(): string;
  stop(): Promise<void>;
}

/** @param env settings that differ */
export async function startOperatedSite(env: Record<string, string> = {}): Promise<OperatedSite> {
  const folders = ['shell', 'mfe-marketing', 'mfe-legal'].map((app) => path.join(root, app, 'dist'));
  const work = mkdtempSync(path.join(tmpdir(), 'voltframe-operated-'));
  const gateway = await startFaultGateway({ env });
  const mfe: OperatedSite['mfe'] = (args, token = gateway.token) =>
    runMfe(args, { cwd: work, env: { MFE_GATEWAY: gateway.opsUrl, MFE_TOKEN: token }, now: Date.now });
  const copy = (name: string): EditedRelease => {
    const folder = path.join(work, name.replaceAll(' ', '-'), 'dist');
    cpSync(folders[2]!, folder, { recursive: true });
    return new EditedRelease(folder);
  };
  const write = (release: EditedRelease): string => {
    release.publish();
    return path.dirname(release.folder);
  };
  const site: OperatedSite = {
    gateway,
    team: '',
    mfe,
    editTerms(title) {
      const release = copy(title);
      const document = JSON.parse(release.read(TERMS)) as Record<string, unknown>;
      release.write(TERMS, JSON.stringify({ ...document, title }));
      return write(release);
    },
    breakServer() {
      const release = copy('broken');
      release.write('server/server.cjs', 'throw new Error("The press is broken");');
      return write(release);
    },
    async stop() {
      await gateway.stop();
      rmSync(work, { recursive: true, force: true });
    },
  };
  await mfe(['publish', ...folders.map((folder) => path.dirname(folder))]);
  const { out } = await mfe(['token', 'create', '--app', 'legal', '--name', 'legal CI']);
  return Object.assign(site, { team: out.trim() });
}
