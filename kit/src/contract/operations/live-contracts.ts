import type { AppStatus, Status } from './site-status.ts';

/** Live releases that were built for one version of the contract. */
export interface LiveContract {
  version: string;
  apps: string[];
  /** Of the version that falls out first, and of those that have. */
  fate?: { text: string; taken: boolean };
}

/**
 * Groups what is live by the version of the contract that it was built for.
 * @returns newest first; nothing of a gateway that does not tell.
 */
export function liveContracts({ contract, apps }: Pick<Status, 'contract' | 'apps'>): LiveContract[] {
  if (!contract) return [];
  const known = apps.filter((app) => app.contract !== undefined);
  const least = Math.min(...known.map(leftOf).filter((left) => left >= 0));
  const byVersion = [...Map.groupBy(known, (app) => app.contract!.version)];
  return byVersion
    .toSorted(([, [a]], [, [b]]) => leftOf(b!) - leftOf(a!))
    .map(([version, built]) => {
      const left = leftOf(built[0]!);
      const isBehind = version !== contract.newest && (left < 0 || left === least);
      return {
        version,
        apps: built.map(({ app }) => app),
        ...(isBehind && { fate: { text: fateOf(left), taken: left >= 0 } }),
      };
    });
}

function leftOf({ contract }: AppStatus): number {
  return contract?.left ?? -1;
}

function fateOf(left: number): string {
  if (left < 0) return 'outside of the window: served as long as it is live, and taken in no more';
  return left === 0 ? 'falls out with the next version' : `falls out first, ${left + 1} versions from now`;
}
