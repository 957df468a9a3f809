import type { Attack } from '../attack.ts';
import { formAttacks } from './form-attacks.ts';
import { iconAttacks } from './icon-attacks.ts';
import { islandAttacks } from './island-attacks.ts';
import { protocolAttacks } from './protocol-attacks.ts';
import { queryAttacks } from './query-attacks.ts';
import { reportAttacks } from './report-attacks.ts';

export const visitorAttacks: Attack[] = [
  ...protocolAttacks,
  ...queryAttacks,
  ...islandAttacks,
  ...reportAttacks,
  ...formAttacks,
  ...iconAttacks,
];
