import type { AppStatus, Status } from '../../contract/operations/site-status.ts';

/** @returns which live releases were built for which version of the contract, and what falls out of the window first. */
export function contractText({ contract, apps }: Pick<Status, 'contract' | 'apps'>): string[] {
  if (!contract || apps.length === 0) return [];
  const { oldest, newest, kit } = contract;
  const known = apps.filter((app) => app.contract !== undefined);
  const least = Math.min(...known.map(leftOf));
  const byVersion = [...Map.groupBy(known, (app) => app.contract!.version)];
  const lines = byVersion
    .toSorted(([, [a]], [, [b]]) => leftOf(b!) - leftOf(a!))
    .map(([version, built]) => {
      const left = leftOf(built[0]!);
      const behind = version !== newest && (left < 0 || left === least);
      const names = built.map(({ app }) => app).join(', ');
      return `  ${version}  ${names}${behind ? `: ${fateOf(left)}; build with ${kit}` : ''}`;
    });
  return [
    `contract ${newest}: the gateway takes ${oldest} to ${newest}; its live releases are built for`,
    ...lines,
  ];
}

function leftOf({ contract }: AppStatus): number {
  return contract?.left ?? -1;
}

function fateOf(left: number): string {
  if (left < 0) return 'outside of the window: served as long as it is live, and taken in no more';
  return left === 0 ? 'falls out with the next version' : `falls out first, ${left + 1} versions from now`;
}
