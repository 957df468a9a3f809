import { liveContracts, type Status } from '../../contract/operations/site-status.ts';

/** @returns which live releases were built for which version of the contract, and what falls out of the window first. */
export function contractText({ contract, apps }: Pick<Status, 'contract' | 'apps'>): string[] {
  if (!contract || apps.length === 0) return [];
  const { oldest, newest, kit } = contract;
  const lines = liveContracts({ contract, apps }).map(
    ({ version, apps: names, fate }) =>
      `  ${version}  ${names.join(', ')}${fate ? `: ${fate.text}; build with ${kit}` : ''}`,
  );
  return [
    `contract ${newest}: the gateway takes ${oldest} to ${newest}; its live releases are built for`,
    ...lines,
  ];
}
