import { application } from './application.ts';
import { contact } from './contact.ts';
import { contractId, type FormContract } from './form-contract.ts';
import { subscribe } from './subscribe.ts';

/**
 * Every form the gateway serves: its current version first, then version − 1 while pages that post it may still be open.
 * To change a form incompatibly: raise the version, keep the old description behind it, give the new one an `upgrade`.
 */
export const SERVED_FORMS: Readonly<Record<string, readonly FormContract[]>> = {
  contact: [contact],
  subscribe: [subscribe],
  application: [application],
};

/** @returns the ids that a release may name in its `forms`: `contact@1`, … */
export function servedContracts(
  forms: Readonly<Record<string, readonly FormContract[]>> = SERVED_FORMS,
): string[] {
  return Object.values(forms).flatMap((versions) => versions.map(contractId));
}
