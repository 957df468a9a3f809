import { GATEWAY } from './environment.ts';
import { LOOKING } from './looking-help.ts';
import { MAKING } from './making-help.ts';
import { OPERATING } from './operating-help.ts';
import { RELEASING } from './releasing-help.ts';

/** Help texts by command. */
export const HELP: Record<string, string> = {
  help: `mfe: build and ship one team's page group

  mfe new <name>                    a new remote: page, test, configuration
  mfe dev [folder]                  work on one app inside the live site
  mfe build [folder…]               build apps into their release folders
  mfe check [folder…]               run the gateway's checks, change nothing
  mfe publish [folder…]             make releases live, all or none

  mfe promote <app> <release>       make a previewed release live, or one of another gateway

  mfe status                        what is live
  mfe errors [app | id]             what went wrong for visitors
  mfe releases <app>                an app's releases and what became of them
  mfe history [app]                 who did what
  mfe rollback <app>                go back to an earlier release
  mfe pin <app> [release]           stay at a release; mfe unpin <app>
  mfe withdraw <app>                take back what waits
  mfe invalidate <app> <tag…>       ask its upstreams anew for what has these tags
  mfe freeze [reason]               nothing goes live; mfe unfreeze
  mfe retire <app> --yes            take an app off the site
  mfe token create|list|revoke      who may do all this
  mfe key [add|list|revoke]         whose signature releases need

  mfe sync [folder]                 types of the site's pages and islands for an app
  mfe record [folder]               keep what its upstreams answered, to try releases with
  mfe serve [folder]                serve a release for the gateway to pull

Environment
${GATEWAY}

Every command knows --json and --help. [folder] is the folder of an app; default: this one.
Exit codes: 0 done (a release is live), 1 refused or failed, 2 wrong usage or setting, 3 the gateway cannot be
reached, 4 refused for now: waits for another app, 5 admitted, but held by a pin or a freeze.`,

  ...MAKING,
  ...RELEASING,
  ...LOOKING,
  ...OPERATING,
};
