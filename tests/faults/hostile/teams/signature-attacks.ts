import { setTimeout as sleep } from 'node:timers/promises';
import type { SigningKey } from '@voltframe/kit/contract/operations/credentials';
import type { Release } from '@voltframe/kit/contract/release/release';
import { createSigningPair, readPrivateKey, signRelease } from '@voltframe/kit/packaging/release-signature';
import { type Attack, attacksOn, type Case } from '../attack.ts';
import { ATTACKER, type HostileSite } from '../hostile-site.ts';
import { server } from '../../draft-release.ts';

type Sign = (release: Pick<Release, 'app' | 'digest'>) => string;
const signWith =
  (privateKey: string): Sign =>
  (release) =>
    signRelease(release, readPrivateKey(privateKey));

const KEY_LIFE_MS = 300;

interface Push {
  /** @returns the signature of the pushed release; undefined for none. */
  sign(own: Sign, release: Release): string | undefined;
  /** The state of the key before the push. */
  key?: 'revoked' | 'ended' | 'of another app';
}

/** Registers a key for the app, and pushes with the app's token and another signature. */
const pushes = (name: string, expected: RegExp, { sign, key }: Push): Case => [
  name,
  expected,
  async (site) => {
    const pair = createSigningPair();
    const keys = [
      await addKey(site, key === 'of another app' ? createSigningPair().publicKey : pair.publicKey),
    ];
    if (key === 'of another app') keys.push(await addKey(site, pair.publicKey, { app: 'blog' }));
    if (key === 'ended') {
      await forget(site, keys[0]!);
      keys[0] = await addKey(site, pair.publicKey, { endsAt: Date.now() + KEY_LIFE_MS });
      await sleep(KEY_LIFE_MS);
    }
    if (key === 'revoked')
      await site.operate(site.gateway.token, 'DELETE', `/-/keys/${ATTACKER}/${keys[0]!.id}`);
    try {
      const mark = server((text) => `${text}\n// ${name}`);
      const none = sign(signWith(pair.privateKey), { app: ATTACKER, digest: '' } as Release) === undefined;
      return none
        ? await site.publish(mark)
        : await site.publish(mark, ATTACKER, (release) => sign(signWith(pair.privateKey), release)!);
    } finally {
      for (const one of keys) await forget(site, one);
    }
  },
];

async function addKey(site: HostileSite, publicKey: string, more: object = {}): Promise<SigningKey> {
  const answer = await site.operate(site.gateway.token, 'POST', '/-/keys', {
    app: ATTACKER,
    publicKey,
    ...more,
  });
  if (!answer.startsWith('201')) throw new Error(answer);
  return JSON.parse(answer.slice(4)) as SigningKey;
}

/** Deletes the key, so that the next attack needs no signature. */
async function forget({ operate, gateway }: HostileSite, { app, id }: SigningKey): Promise<void> {
  await operate(gateway.token, 'DELETE', `/-/keys/${app}/${id}?forget=1`);
}

const refused = (code: string): RegExp => new RegExp(`^refused 4\\d\\d PACK_SIGNATURE_${code}`);

export const signatureAttacks: Attack[] = attacksOn('releases without a valid signature', [
  pushes('no signature', refused('MISSING'), { sign: () => undefined }),
  pushes('a text', refused('INVALID'), { sign: () => 'signed, the team' }),
  pushes('a signature that is too long', /^refused 413 PACK_TOO_LARGE/, { sign: () => 'x'.repeat(100_000) }),
  pushes('an unregistered key', refused('KEY'), {
    sign: (_, release) => signWith(createSigningPair().privateKey)(release),
  }),
  pushes('the id of the registered key with the signature of another', refused('WRONG'), {
    sign(own, release) {
      const [kind, id] = own(release).split(' ');
      return `${kind} ${id} ${signWith(createSigningPair().privateKey)(release).split(' ')[2]}`;
    },
  }),
  pushes('the signature of another release', refused('WRONG'), {
    sign: (own, release) => own({ ...release, digest: '0'.repeat(64) }),
  }),
  pushes('the signature of a release of another app', refused('WRONG'), {
    sign: (own, release) => own({ ...release, app: 'blog' }),
  }),
  pushes('a revoked key', refused('KEY'), { sign: (own, release) => own(release), key: 'revoked' }),
  pushes('an expired key', refused('KEY'), { sign: (own, release) => own(release), key: 'ended' }),
  pushes('the key of another app', refused('KEY'), {
    sign: (own, release) => own(release),
    key: 'of another app',
  }),
  pushes('the registered key, which is no attack', /^live$/, { sign: (own, release) => own(release) }),
]);
