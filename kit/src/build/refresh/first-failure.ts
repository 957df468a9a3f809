/** A part of an app that is built by itself. */
export type Part = 'client' | 'server' | 'bootstrap' | 'content' | 'config';

/** Says once what is wrong, though a mistake in a component fails both halves of a build. */
export interface FirstFailure {
  failed(part: Part, error: Error): void;
  passed(part: Part): void;
}

/**
 * @param on.failed told of the part that failed first, and of each other mistake in it
 * @param on.mended told when that part is built again
 */
export function createFirstFailure(on: {
  failed(error: Error): void;
  mended(part: Part): void;
}): FirstFailure {
  let told: Part | undefined;
  return {
    failed(part, error) {
      if (told !== undefined && told !== part) return;
      told = part;
      on.failed(error);
    },
    passed(part) {
      if (told !== part) return;
      told = undefined;
      on.mended(part);
    },
  };
}
