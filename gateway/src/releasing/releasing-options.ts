import type { Storage } from '../platform/open-platform.ts';
import type { Purges } from '../platform/outbox/purges.ts';
import type { Serving, ServingOptions } from '../serving/open-serving.ts';
import type { StateStore } from './state/state-store.ts';
import type { Upstreams } from '../serving/upstreams/upstreams.ts';

/** The wings below, and what the operator configured. */
export interface ReleasingOptions extends Omit<ServingOptions, 'stored'> {
  state: StateStore;
  /** Undefined: no shared cache is to be purged. */
  purges: Purges | undefined;
  serving: Serving;
  upstreams: Upstreams;
  /** Name of this gateway among those of the site. */
  gateway: string;
  /** Signs and reads the addresses of previews. */
  signedPreviews: Awaited<ReturnType<Storage['signed']>>;
}
