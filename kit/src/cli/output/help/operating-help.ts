import { GATEWAY } from './environment.ts';

/** Of commands for operators. */
export const OPERATING: Record<string, string> = {
  freeze: `mfe freeze [reason] [--json]

  For operators: nothing goes live on the whole site until mfe unfreeze; releases are admitted and wait. Rolling back
  stays possible. The reason is shown to everyone whose release waits.

  mfe freeze campaign starts at noon

Environment
${GATEWAY}`,

  unfreeze: `mfe unfreeze [--json]

  For operators: ends a freeze. What waited goes live.

  mfe unfreeze

Environment
${GATEWAY}`,

  retire: `mfe retire <app> --yes [--json]

  For operators: takes an app off the site. Its pages answer 404; publishing it again brings it back.

  mfe retire labs --yes

Environment
${GATEWAY}`,

  token: `mfe token create (--app <name> | --operator) [--name <whose>] [--days n] [--json]
mfe token list [--json]
mfe token revoke <id> [--json]

  For operators. A team's token may publish, roll back and pin its one app; an operator's may do everything. The token
  is shown once, alone on standard output. The first operator token is made by a command on the gateway itself.

  mfe token create --app blog --name 'blog CI' --days 365
  mfe token create --operator --name ada
  mfe token revoke t_4fz0

Environment
${GATEWAY}`,

  key: `mfe key [--out file] [--json]
mfe key add <app> <public key> [--name <whose>] [--days n] [--json]
mfe key list [--json]
mfe key revoke <app> <id> [--forget] [--json]

  mfe key makes a pair to sign releases with: the private key into a new file that only its owner reads (--out), or alone
  on standard output; the public key is told.
  For operators: once a public key is added for an app, the gateway takes in only releases of it that are signed by one
  of its keys, from a folder, an origin and a push alike. Revoking takes effect at once; the app still needs signatures.
  --forget  as if the key had never been added; with its last key forgotten an app needs no signatures

  mfe key --out blog.key
  mfe key add blog ed25519:… --name 'blog CI' --days 365
  mfe key revoke blog 3f2a9c1b00aa11bb

Environment
${GATEWAY}`,
};
