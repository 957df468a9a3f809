import { OPERATIONS, type OperationName } from '@voltframe/kit/contract/operations/operations';
import type { FastifyBaseLogger } from 'fastify';
import type { DiskReserve } from '../limits/disk-reserve.ts';
import type { Changes } from '../activation/changes.ts';
import type { Previews } from '../activation/previews.ts';
import type { ReleaseIntake } from '../releases/release-intake.ts';
import type { Site } from '../compositions/site.ts';
import type { Figures } from '../seeing/figures/figures.ts';
import type { BlobStore } from '../stores/blobs/blob-store.ts';
import type { KeyStore } from '../stores/key-store.ts';
import type { StateStore } from '../stores/state-store.ts';
import type { TokenStore } from '../stores/token-store.ts';
import type { Upstreams } from '../upstreams/upstreams.ts';
import type { Alerts } from '../seeing/alerts/alerts.ts';
import type { ErrorGroups } from '../seeing/errors/error-groups.ts';
import type { Metrics } from './metrics.ts';
import type { Sessions } from './page/session.ts';

/** What the operations port works with. */
export interface OpsDeps {
  site: Site;
  state: StateStore;
  blobs: BlobStore;
  tokens: TokenStore;
  keys: KeyStore;
  /** Folder of the packages that are handed out. */
  packagesDir: string;
  disk: Pick<DiskReserve, 'free' | 'reserveBytes'>;
  /** Of the operations page. */
  sessions: Sessions;
  intake: ReleaseIntake;
  changes: Changes;
  upstreams: Pick<Upstreams, 'invalidate' | 'answersOf' | 'state'>;
  alerts: Pick<Alerts, 'open' | 'undelivered'>;
  errors: Pick<ErrorGroups, 'list' | 'find' | 'rates'>;
  previews: Pick<Previews, 'addressOf'>;
  figures: Pick<Figures, 'of' | 'series'>;
  metrics: Metrics;
  logger: FastifyBaseLogger;
  now: () => number;
}

/** Method and path of an operation, as fastify wants them. */
export function routeOf(name: OperationName): { method: 'GET' | 'PUT' | 'POST' | 'DELETE'; url: string } {
  const { method, path } = OPERATIONS[name];
  return { method, url: path };
}
