import {
  CONTRACT_VERSIONS,
  contractWindow,
  FIRST_CONTRACT,
  versionsLeft,
} from '../contract/contract-version.ts';
import type { Release } from '../contract/release/release.ts';
import type { PlatformError } from '../errors/define-errors.ts';
import { packagingErrors } from '../errors/packaging-errors.ts';

/**
 * @param versions of the gateway that is to take the release.
 * @returns PACK_CONTRACT when it does not take what was built for this version of the contract.
 */
export function contractError(
  { app, contract = FIRST_CONTRACT }: Pick<Release, 'app' | 'contract'>,
  versions = CONTRACT_VERSIONS,
): PlatformError | undefined {
  if (versionsLeft(contract, versions) !== undefined) return undefined;
  return packagingErrors.CONTRACT({ app, contract, ...contractWindow(versions) });
}
