import { addressAttacks } from './address-attacks.ts';
import { answerAttacks } from './answer-attacks.ts';
import type { Attack } from './attack.ts';
import { costAttacks } from './cost-attacks.ts';
import { releaseAttacks } from './release-attacks.ts';
import { styleAttacks } from './style-attacks.ts';
import { sandboxAttacks } from './sandbox-attacks.ts';

export const teamAttacks: Attack[] = [
  ...sandboxAttacks,
  ...answerAttacks,
  ...addressAttacks,
  ...releaseAttacks,
  ...styleAttacks,
  ...costAttacks,
];
