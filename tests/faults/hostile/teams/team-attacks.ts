import { addressAttacks } from './address-attacks.ts';
import { answerAttacks } from './answer-attacks.ts';
import type { Attack } from '../attack.ts';
import { costAttacks } from './cost-attacks.ts';
import { folderAttacks } from './folder-attacks.ts';
import { originAttacks } from './origin-attacks.ts';
import { quotaAttacks } from './quota-attacks.ts';
import { releaseAttacks } from './release-attacks.ts';
import { shareAttacks } from './share-attacks.ts';
import { signatureAttacks } from './signature-attacks.ts';
import { styleAttacks } from './style-attacks.ts';
import { sandboxAttacks } from './sandbox-attacks.ts';

export const teamAttacks: Attack[] = [
  ...sandboxAttacks,
  ...answerAttacks,
  ...addressAttacks,
  ...releaseAttacks,
  ...styleAttacks,
  ...signatureAttacks,
  ...originAttacks,
  ...folderAttacks,
  ...costAttacks,
  ...shareAttacks,
  // Last, because a used quota lasts for a day.
  ...quotaAttacks,
];
