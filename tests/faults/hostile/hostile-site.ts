import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NewToken } from '@voltframe/kit/contract/operations/credentials';
import { type AppName, APPS, type Draft, readDraft, seal } from '../draft-release.ts';
import { type FaultGateway, startFaultGateway } from '../fault-gateway.ts';
import type { Release } from '@voltframe/kit/contract/release/release';
import { type LyingServer, startLyingServer } from './lying-server.ts';
import { defectsOf, type Pushed, pushDrafts } from '../push-drafts.ts';

/** The app of the attacking team. */
export const ATTACKER = 'legal';

/** Short limits, and addresses of clients from a header. */
const SETTINGS = {
  RENDER_TIMEOUT: '3s',
  RENDER_MEMORY_MB: '128',
  RELEASE_FOLLOW: '1',
  RELEASE_DAY_MB: '200',
  PREVIEWS_PER_APP: '3',
  ENQUIRY_FILES_MB: '1',
  TRUST_PROXY: 'loopback',
  SITE_URL: 'http://site.example',
};

/** A gateway with the four apps, and a token of each team. */
export interface HostileSite {
  readonly gateway: FaultGateway;
  /** An origin and a folder that the gateway watches for releases of the attacker. */
  readonly origin: LyingServer;
  readonly folder: string;
  /** The service for icons that are not bundled. */
  readonly icons: LyingServer;
  /** @returns the token of the app's team. */
  token(app: AppName): string;
  /** Pushes a changed release with its team's token. @returns `live`, or the reported defects */
  publish(spoil: (draft: Draft) => void, as?: AppName, sign?: (release: Release) => string): Promise<string>;
  /** @returns digest of the attacker's live release. */
  live(): Promise<string>;
  push(
    draft: Draft,
    token: string,
    purpose?: '' | '?check=1' | '?preview=1' | `?preview=1&name=${string}`,
  ): Promise<Pushed>;
  /** Calls the operations port. @returns status and body as one text */
  operate(token: string, method: string, at: string, body?: object): Promise<string>;
  /** @returns status and body as one text; of several addresses, one after the other */
  visit(...addresses: string[]): Promise<string>;
  /** Rolls the attacker back to its original release. */
  undo(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startHostileSite(env: Record<string, string> = {}): Promise<HostileSite> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'voltframe-hostile-'));
  const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-hostile-folder-'));
  const [origin, icons] = [await startLyingServer(), await startLyingServer()];
  const places = {
    RELEASES: `${ATTACKER}=${origin.url},${ATTACKER}=${folder}`,
    ICON_FALLBACK_URL: icons.url,
  };
  const start = (token?: string) =>
    startFaultGateway({
      dataDir,
      env: { ...SETTINGS, ...places, ...env },
      ...(token !== undefined && { token }),
    });
  let gateway = await start();
  const first = await pushDrafts(
    gateway,
    APPS.map((app) => readDraft(app)),
  );
  if (!first.verdict?.activated)
    throw new Error(`the good apps did not go live: ${first.text.slice(0, 500)}`);
  const tokens = await createTokens(gateway);
  const good = readDraft(ATTACKER).release.digest;

  const site: HostileSite = {
    get gateway() {
      return gateway;
    },
    origin,
    folder,
    icons,
    token: (app) => tokens.get(app)!,
    push: (draft, token, purpose) =>
      pushDrafts({ opsUrl: gateway.opsUrl, token }, [draft], undefined, purpose),
    async publish(spoil, as = ATTACKER, sign) {
      const draft = readDraft(as);
      spoil(draft);
      seal(draft);
      if (sign) draft.signature = sign(draft.release);
      const to = { opsUrl: gateway.opsUrl, token: tokens.get(as)! };
      const pushed = await pushDrafts(to, [draft], as);
      if (pushed.verdict?.activated) return 'live';
      return `refused ${pushed.status} ${defectsOf(pushed).join('\n')}`;
    },
    async operate(token, method, at, body) {
      const response = await fetch(gateway.opsUrl + at, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return `${response.status} ${await response.text()}`;
    },
    async visit(...addresses) {
      const texts: string[] = [];
      for (const address of addresses) {
        const response = await fetch(gateway.url + address, { redirect: 'manual' });
        texts.push(`${response.status} ${await response.text()}`);
      }
      return texts.join('\n');
    },
    async live() {
      const status = JSON.parse((await site.operate(gateway.token, 'GET', '/-/status')).slice(4)) as {
        apps: { app: string; live: string }[];
      };
      return status.apps.find(({ app }) => app === ATTACKER)!.live;
    },
    async undo() {
      if ((await site.live()) === good) return;
      const answer = await site.operate(tokens.get(ATTACKER)!, 'POST', `/-/releases/${ATTACKER}/rollback`, {
        to: good,
      });
      if (!answer.startsWith('200')) throw new Error(`the rollback was refused: ${answer}`);
    },
    async restart() {
      await gateway.stop();
      gateway = await start(gateway.token);
    },
    async stop() {
      await gateway.stop();
      origin.close();
      icons.close();
      rmSync(folder, { recursive: true, force: true });
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return site;
}

async function createTokens(gateway: FaultGateway): Promise<Map<AppName, string>> {
  const tokens = new Map<AppName, string>();
  for (const app of APPS) {
    const response = await fetch(`${gateway.opsUrl}/-/tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ role: 'team', app }),
    });
    tokens.set(app, ((await response.json()) as NewToken).token);
  }
  return tokens;
}
