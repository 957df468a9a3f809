import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from './settings/config.ts';
import { createMeasurementStore, type MeasurementStore } from '../releasing/admission/measurement-store.ts';
import {
  type ChildScripts,
  type DomLibrary,
  findDomLibrary,
  writeChildScripts,
} from './processes/child-scripts.ts';
import { createDiskReserve, type DiskReserve } from './limits/disk-reserve.ts';
import { createReservations, type Reservations } from '../releasing/releases/reservations.ts';
import { createRenderCache, type RenderCache } from '../serving/render/render-cache.ts';
import { keepSecret } from './secrets/keep-secret.ts';
import { createSignedValues, type SignedValues } from './secrets/signed-values.ts';
import { createKeyStore, type KeyStore } from './secrets/key-store.ts';
import { openStores, type Stores } from './open-stores.ts';
import { createQuotaStore, type QuotaStore } from '../releasing/releases/quota-store.ts';
import { createTokenStore, type TokenStore } from './secrets/token-store.ts';

/** What the gateway remembers, on its disk or in the shared database. */
export interface Storage extends Stores {
  tokens: TokenStore;
  keys: KeyStore;
  quotas: QuotaStore;
  measurements: MeasurementStore;
  disk: DiskReserve;
  /** @throws QUOTA_DISK when a release of so many bytes is not taken in now. */
  assertReleaseRoom: DiskReserve['assertRoom'];
  reservations: Reservations;
  renderings: RenderCache;
  scripts: ChildScripts;
  /** What documents are hydrated with. */
  domLibrary: DomLibrary;
  /** @param purpose of the values: each has a secret of its own. */
  signed(purpose: 'preview' | 'session'): Promise<SignedValues>;
}

/** @throws when the data folder cannot be written to, the database not reached, or another gateway has them. */
export async function openStorage(config: Config, now: () => number): Promise<Storage> {
  const { dataDir } = config;
  mkdirSync(dataDir, { recursive: true });
  accessSync(dataDir, constants.R_OK | constants.W_OK);
  // Asked before every file that is written: a thread would take longer than the answer.
  const statfs = async (folder: string) => statfsSync(folder);
  const disk = createDiskReserve({ folder: dataDir, reserveBytes: config.diskReserveBytes, statfs });
  const stores = await openStores(config, { assertRoom: disk.assertRoom, now });
  const domLibrary = findDomLibrary();
  return {
    ...stores,
    disk,
    // In a shared database releases take up nothing of this disk but a cache.
    assertReleaseRoom: config.databaseUrl === undefined ? disk.assertRoom : async () => {},
    quotas: createQuotaStore(stores.db, now),
    measurements: createMeasurementStore(stores.db, now),
    tokens: createTokenStore(stores.db, now),
    keys: createKeyStore(stores.db, now),
    reservations: createReservations(),
    renderings: createRenderCache(path.join(dataDir, 'renderings'), disk.isLow),
    scripts: writeChildScripts(dataDir, domLibrary.packages),
    domLibrary,
    signed: async (purpose) => createSignedValues(await keepSecret(purpose, stores.db, config), purpose, now),
  };
}
