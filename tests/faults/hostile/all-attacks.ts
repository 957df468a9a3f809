import type { Attack } from './attack.ts';
import { addressAttacks } from './teams/address-attacks.ts';
import { answerAttacks } from './teams/answer-attacks.ts';
import { costAttacks } from './teams/cost-attacks.ts';
import { folderAttacks } from './teams/folder-attacks.ts';
import { originAttacks } from './teams/origin-attacks.ts';
import { quotaAttacks } from './teams/quota-attacks.ts';
import { releaseAttacks } from './teams/release-attacks.ts';
import { sandboxAttacks } from './teams/sandbox-attacks.ts';
import { shareAttacks } from './teams/share-attacks.ts';
import { signatureAttacks } from './teams/signature-attacks.ts';
import { styleAttacks } from './teams/style-attacks.ts';
import { formAttacks } from './visitors/form-attacks.ts';
import { iconAttacks } from './visitors/icon-attacks.ts';
import { islandAttacks } from './visitors/island-attacks.ts';
import { protocolAttacks } from './visitors/protocol-attacks.ts';
import { queryAttacks } from './visitors/query-attacks.ts';
import { reportAttacks } from './visitors/report-attacks.ts';

/** Attacks of a team with its token. The quotas are last, because a used quota lasts for a day. */
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
  ...quotaAttacks,
];

/** Attacks of a visitor. */
export const visitorAttacks: Attack[] = [
  ...protocolAttacks,
  ...queryAttacks,
  ...islandAttacks,
  ...reportAttacks,
  ...formAttacks,
  ...iconAttacks,
];
