/** How often what a tag stands for was invalidated. */
export interface TagGeneration {
  app: string;
  bucket: number;
  generation: number;
}

/** Tells which answers are from before an invalidation, whatever the clocks of the gateways say. */
export interface TagGenerations {
  /** @returns a number that every invalidation of one of the tags raises. */
  sum(app: string, tags: readonly string[]): number;
  /** Takes what is stored; what is older than what it has changes nothing. */
  apply(stored: readonly TagGeneration[]): void;
}

/** Tags share so many counters of each app, so that no number of tags takes up more: whoever shares one is asked for once too often. */
const BUCKETS = 1_024;

/** @returns the counters of tags, each once. */
export function bucketsOf(tags: readonly string[]): number[] {
  return [...new Set(tags.map(bucketOf))];
}

/** FNV-1a */
function bucketOf(tag: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < tag.length; index++)
    hash = Math.imul(hash ^ tag.charCodeAt(index), 0x01_00_01_93);
  return (hash >>> 0) % BUCKETS;
}

export function createTagGenerations(): TagGenerations {
  const apps = new Map<string, Map<number, number>>();
  return {
    sum(app, tags) {
      const generations = apps.get(app);
      if (!generations) return 0;
      return bucketsOf(tags).reduce((sum, bucket) => sum + (generations.get(bucket) ?? 0), 0);
    },
    apply(stored) {
      for (const { app, bucket, generation } of stored) {
        const generations = apps.get(app) ?? new Map<number, number>();
        apps.set(app, generations);
        generations.set(bucket, Math.max(generation, generations.get(bucket) ?? 0));
      }
    },
  };
}
