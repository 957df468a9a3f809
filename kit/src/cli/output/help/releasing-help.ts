import { GATEWAY } from './environment.ts';

/** Of commands that bring a release to the site, or leave one. */
export const RELEASING: Record<string, string> = {
  check: `mfe check [folder…] [--browser] [--key file] [--json]

  Sends releases through every check that the gateway makes before it takes one in. Nothing is kept, nothing goes live.
  Several apps are checked together, as they would be published. Refused before that, as by publish: type errors of the
  app (tsc, by its tsconfig.json), a build that is older than its sources, a development build.
  --browser  then opens every page of these apps in Chromium, inside the live site, and fails for a page that does
             not hydrate or logs an error. Needs playwright and @voltframe/gateway among the app's devDependencies, or
             the checkout of the site.

  mfe build && mfe check
  mfe check mfe-blog mfe-marketing --browser
  mfe check --json | jq '.checks[].fix'

Environment
${GATEWAY}`,

  publish: `mfe publish [folder…] [--preview] [--key file] [--commit sha] [--branch name] [--message text] [--author name]
            [--url address] [--json]

  Sends releases to the gateway. Several are admitted and go live as one, or not at all. A release that is refused only
  because of another app's version (exit code 4) waits, and is tried again when that app changes; one that a pin or a
  freeze holds (exit code 5) goes live when that ends.
  --preview  nothing goes live: answers an address where the release can be looked at inside the live site
  --key      signs the releases with this private key; without it as they were signed when built
  --commit, --branch, --message, --author, --url
             where the releases came from, for people: the history, lists and previews show it. Without them it is found in
             what the build noted, git, or the environment of GitHub Actions and GitLab CI

  mfe build && mfe publish
  mfe publish mfe-blog --preview
  mfe publish shell mfe-marketing mfe-blog mfe-legal

Environment
${GATEWAY}
  MFE_SIGNING_KEY  the private key itself, without --key`,

  promote: `mfe promote <app> <release> [--from address] [--key file] [--json]

  Makes a release live that was built and looked at before, without building it again: the same bytes, checked and recorded as
  when it is published. A release is named by its digest or the first 6 or more digits of it. Exit codes as mfe publish.
  --from  takes it from another gateway, where it is live or previewed: from staging to production. The address is of
          that one's operations port
  --key   signs it with this private key

  mfe publish mfe-blog --preview && mfe promote blog 3f2a9c1b
  mfe promote blog 3f2a9c1b --from https://ops.staging.example.com

Environment
${GATEWAY}
  MFE_FROM_TOKEN  the token for --from; default: MFE_TOKEN`,

  rollback: `mfe rollback <app> [--to release] [--with app]… [--dry-run] [--json]

  Makes an earlier release live again, and says first which and what changes. Without --to: the nearest that was live before
  and was not itself left by a rollback, so that a second rollback goes further back. Works in a freeze; what waits of
  the app is replaced. Other apps that went live together with what is left go back with it only where it does not fit otherwise.
  --to       any admitted release, by its digest or the first 6 or more digits of it; also as mfe rollback blog 3f2a9c1b
  --with     another app that goes back too, to what was live of it then; when it stands in the way, the refusal says so
  --dry-run  only says what it would do

  mfe rollback blog
  mfe rollback blog --to 3f2a9c1b --dry-run
  mfe rollback blog --with shell

Environment
${GATEWAY}`,

  pin: `mfe pin <app> [release] [--json]

  Keeps an app at a release (default: the live one). New ones are admitted, but wait until mfe unpin.

  mfe pin blog
  mfe pin blog 3f2a9c1b

Environment
${GATEWAY}`,

  unpin: `mfe unpin <app> [--json]

  Ends a pin. The newest release that was admitted meanwhile goes live.

  mfe unpin blog

Environment
${GATEWAY}`,

  withdraw: `mfe withdraw <app> [--json]

  Takes back what waits of the app: for another app's version, or for a pin or a freeze to end. It goes live only when it
  is published again. A newer release, a rollback or a pin of the app does the same by itself.

  mfe withdraw blog

Environment
${GATEWAY}`,

  invalidate: `mfe invalidate <app> <tag…> [--json]

  Has the answers of upstreams that the app asked for with any of these tags asked for again, on every gateway. Visitors
  get the old data until the new is there; pages whose data did not change stay as they are.
  A CMS does the same by its webhook: POST /-/upstreams/<app>/invalidate?tags=posts,home with the team's token.

  mfe invalidate blog posts home

Environment
${GATEWAY}`,
};
