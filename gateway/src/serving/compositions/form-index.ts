import { contractId, type FormContract } from '@voltframe/kit/contract/forms/form-contract';
import type { Release } from '@voltframe/kit/contract/release/release';

/**
 * Forms of the releases that visitors have pages of: one that was opened before a deployment posts what its own release
 * declared, for as long as that is leased.
 */
export interface FormIndex {
  has(digest: string): boolean;
  add(release: Release): void;
  /** Forgets the forms of all other releases. @param digests of those that are live or leased. */
  keepOnly(digests: ReadonlySet<string>): void;
  /**
   * @param live forms of the live composition.
   * @returns the versions of the form at an address: the live one first, then older ones by their version.
   */
  at(action: string, live: readonly FormContract[]): FormContract[];
}

export function createFormIndex(): FormIndex {
  const releases = new Map<string, FormContract[]>();
  return {
    has: (digest) => releases.has(digest),
    add: (release) => void releases.set(release.digest, formsOf(release)),
    keepOnly(digests) {
      for (const digest of releases.keys()) if (!digests.has(digest)) releases.delete(digest);
    },
    at(action, live) {
      const leased = [...releases.values()].flat().toSorted((a, b) => b.version - a.version);
      const versions = new Map<string, FormContract>();
      for (const form of [...live, ...leased]) {
        const id = contractId(form);
        if (form.action === action && !versions.has(id)) versions.set(id, form);
      }
      return [...versions.values()];
    },
  };
}

/** @returns the forms that a release declares. One that was stored by an older gateway names contracts instead: none. */
export function formsOf({ forms }: Release): FormContract[] {
  return (forms as (FormContract | string)[]).filter((form) => typeof form === 'object');
}
