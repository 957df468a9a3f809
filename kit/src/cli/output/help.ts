/** Of every command that talks to a gateway. */
const GATEWAY = `  MFE_GATEWAY  address of the gateway's operations port; default http://127.0.0.1:3001
  MFE_TOKEN    the token of your team, or of an operator`;

/** Commands that talk to no gateway. */
const WITHOUT_GATEWAY = new Set(['docs', 'new', 'build', 'serve']);

/** Variables of one command. */
const VARIABLES: Record<string, string> = {
  dev: '  PORT  where the site is served; default 3000',
  build: '  MFE_SIGNING_KEY  the private key itself, without --key',
  serve: '  PORT  where it listens, without --port; default 8080\n  HOST  without --host; default localhost',
  publish: '  MFE_SIGNING_KEY  the private key itself, without --key',
  promote: '  MFE_FROM_TOKEN  the token for --from; default: MFE_TOKEN',
};

/** Description, usage and examples of each command. */
const TEXTS: Record<string, string> = {
  // Work on an app in its folder, before it is published.
  new: `mfe new <name> [--kit <version or address>] [--json]

  Writes mfe-<name>/: a remote with one page, its server module, styles and tests, ready to build and publish. The page
  is at /<name>. Lockfile and container files of the checkout get to know it; nothing else has to be changed for the site
  to show it.

  In an empty folder outside of the checkout of the site it writes a repository of its own: the app with tests, types, lint,
  CI for GitHub and GitLab, and a Dockerfile for its origin.

  --kit  where the repository takes @voltframe/kit from, and @voltframe/gateway from beside it: a version, or a tarball's
         address; default: this one's version

  mfe new case-studies
  mfe new notes --kit https://ops.example.com/-/packages/voltframe-kit-1.5.0.tgz`,

  dev: `mfe dev [folder] [--prod] [--json]

  Builds one app at each change, and serves it on this machine inside the live site: the other apps' releases come from
  the gateway, and what goes live there meanwhile is shown, too. While the gateway cannot be reached, the site stays as it
  was, and a line says since when. Types are checked beside the builds, by the app's TypeScript and tsconfig.json. Needs
  @voltframe/gateway among the app's devDependencies, or the checkout of the site. Upstreams are those of .mfe/upstreams.yml
  in the app's folder, else what is recorded; the visitor who is signed in is that of .mfe/personal.yml, else nobody.
  --prod  as visitors will have it: each change is built for production and passes all checks before it is shown, and
          pages are loaded again by hand

  cd mfe-blog && mfe dev
  PORT=3100 MFE_GATEWAY=https://ops.example.com mfe dev mfe-blog`,

  build: `mfe build [folder…] [--key file] [--watch] [--dev] [--json]

  Builds each app (a folder with an mfe.config.ts; default: this folder) into its release folder, dist/.
  --watch  build again on each change; implies --dev
  --dev    development build: fast, not minified, not compressed
  --key    signs the release with this private key: release.sig, beside release.json

  mfe build
  mfe build mfe-blog mfe-legal
  mfe build --key blog.key`,

  sync: `mfe sync [folder] [--check] [--json]

  Writes what the live site has besides the app: mfe-env.d.ts, with which \`Link to\`, \`navigate\`, \`Island\` with the props that its
  team declares, icons, guards and places take only what is there, and mfe.lock.json, what the app counts on. Both belong into the
  repository. mfe dev does it too: where they are, and in each repository that is not the checkout of the site.
  --check  writes nothing: says what the site has taken away since, of what the lock names. That is another team's right: exit
           code 1 is meant as a warning, which a CI need not stop at

  mfe sync
  mfe sync mfe-blog --check`,

  record: `mfe record [folder] [--json]

  Writes what the gateway was answered by the upstreams that the app declares into upstreams.recorded.json, in its folder. A
  release is tried with it where an upstream never answered; previews and mfe dev show it then, visitors never. It is
  part of the release and of your repository: look at what is in it. Open the pages first that ask for what is to be in it.

  mfe record mfe-blog`,

  serve: `mfe serve [folder] [--port n] [--host name]

  Serves the release of an app over HTTP: release.json, the files it names, /health; nothing else. The gateway pulls from
  it (RELEASES=blog=http://blog:8080). A build that rewrites the folder meanwhile is served at once.

  mfe serve mfe-blog
  mfe serve --host 0.0.0.0 --port 8081`,

  // Bring a release to the site, or leave one.
  check: `mfe check [folder…] [--browser] [--key file] [--json]

  Sends releases through every check that the gateway makes before it takes one in. Nothing is kept, nothing goes live.
  Several apps are checked together, as they would be published. Refused before that, as by publish: type errors of the
  app (tsc, by its tsconfig.json), a build that is older than its sources, a development build.
  --browser  then opens every page of these apps in Chromium, inside the live site, and fails for a page that does
             not hydrate or logs an error. Needs playwright and @voltframe/gateway among the app's devDependencies, or
             the checkout of the site.

  mfe build && mfe check
  mfe check mfe-blog mfe-marketing --browser
  mfe check --json | jq '.checks[].fix'`,

  publish: `mfe publish [folder…] [--preview [--name name]] [--key file] [--commit sha] [--branch name] [--message text] [--author name]
            [--url address] [--json]

  Sends releases to the gateway. Several are admitted and go live as one, or not at all. A release that is refused only
  because of another app's version (exit code 4) waits, and is tried again when that app changes; one that a pin or a
  freeze holds (exit code 5) goes live when that ends. Interrupted (Ctrl-C), it takes back what was not admitted yet, and
  says what became of it (exit code 130).
  --preview  nothing goes live: answers an address where the release can be looked at inside the live site (mfe preview)
  --key      signs the releases with this private key; without it as they were signed when built
  --commit, --branch, --message, --author, --url
             where the releases came from, for people: the history, lists and previews show it. Without them it is found in
             what the build noted, git, or the environment of GitHub Actions and GitLab CI

  mfe build && mfe publish
  mfe publish mfe-blog --preview
  mfe publish shell mfe-marketing mfe-blog mfe-legal`,

  preview: `mfe preview [folder…] [--name name] [options of mfe publish]
mfe preview list [app]
mfe preview end <app> <name or id>

  Nothing goes live: answers an address where whoever has it sees the releases over the live site of now, until
  PREVIEW_LEASE is over. When what is live changes, the preview is composed anew; when it does not fit any more, its
  address says why. An app may have PREVIEWS_PER_APP: the oldest without a name makes room for a new one.
  --name  takes the place of the app's last preview of that name, whose address shows the new one: pr-12
  list    names or ids, apps, times and addresses
  end     from now on the address says that the preview has ended. <app> of several that were sent together: blog,shell

  mfe build && mfe preview --name pr-12
  mfe preview end blog pr-12`,

  promote: `mfe promote <app> <release> [--from address] [--key file] [--json]

  Makes a release live that was built and looked at before, without building it again: the same bytes, checked and recorded as
  when it is published. A release is named by its digest or the first 6 or more digits of it. Exit codes as mfe publish.
  --from  takes it from another gateway, where it is live or previewed: from staging to production. The address is of
          that one's operations port
  --key   signs it with this private key

  mfe publish mfe-blog --preview && mfe promote blog 3f2a9c1b
  mfe promote blog 3f2a9c1b --from https://ops.staging.example.com`,

  rollback: `mfe rollback <app> [--to release] [--with app]… [--dry-run] [--json]

  Makes an earlier release live again, and says first which and what changes. Without --to: the nearest that was live before
  and was not itself left by a rollback, so that a second rollback goes further back. Works in a freeze; what waits of
  the app is replaced. Other apps that went live together with what is left go back with it only where it does not fit otherwise.
  --to       any admitted release, by its digest or the first 6 or more digits of it; also as mfe rollback blog 3f2a9c1b
  --with     another app that goes back too, to what was live of it then; when it stands in the way, the refusal says so
  --dry-run  only says what it would do

  mfe rollback blog
  mfe rollback blog --to 3f2a9c1b --dry-run
  mfe rollback blog --with shell`,

  pin: `mfe pin <app> [release] [--json]

  Keeps an app at a release (default: the live one). New ones are admitted, but wait until mfe unpin.

  mfe pin blog
  mfe pin blog 3f2a9c1b`,

  unpin: `mfe unpin <app> [--json]

  Ends a pin. The newest release that was admitted meanwhile goes live.

  mfe unpin blog`,

  withdraw: `mfe withdraw <app> [--json]

  Takes back what waits of the app: for another app's version, or for a pin or a freeze to end. It goes live only when it
  is published again. A newer release, a rollback or a pin of the app does the same by itself.

  mfe withdraw blog`,

  invalidate: `mfe invalidate <app> <tag…> [--json]

  Has the answers of upstreams that the app asked for with any of these tags asked for again, on every gateway. Visitors
  get the old data until the new is there; pages whose data did not change stay as they are.
  A CMS does the same by its webhook: POST /-/upstreams/<app>/invalidate?tags=posts,home with a token for that: mfe token create --can invalidate.

  mfe invalidate blog posts home`,

  reload: `mfe reload [--json]

  Has every gateway read the file of its upstreams (UPSTREAMS) anew: addresses, secrets, limits. Nothing restarts. Where
  the file is wrong, the upstreams stay as they are. With an operator's token.

  mfe reload`,

  // Read only.
  status: `mfe status [--json]

  What is live: the composition, each app's release, its errors of the last hour and alerts, as far as the token may see
  them, pins, a freeze, and earlier compositions that are still served.

  mfe status
  mfe status --json | jq -r '.apps[] | select(.pinned) | .app'`,

  errors: `mfe errors [app | id] [--release digest] [--since time] [--limit n] [--json]

  What went wrong for visitors, in browsers and on the server, by app and release: errors from the same place with the same
  message are one. Without an app: that of this folder, else all that the token may see; a team's sees its own app.
  With the id that an error screen shows: that error, with the lines of the source, routes, browsers and the release.
  --release  only of this release: its digest or the first 6 or more digits of it
  --since    only those seen since: 30m, 2h, 7d or a date, 2026-11-01
  --limit    how many, the newest first

  mfe errors blog --since 2h
  mfe errors 7k2m9x1q
  mfe errors --json | jq '.groups[] | select(.isNew) | .place'`,

  replay: `mfe replay <id> [--json]

  Makes the request behind an error again, on the gateway: with the release that had it, and with the one before it, with
  what upstreams answered then. Says which of them fails, and where in the source. Nothing changes for visitors. The
  gateway stores the last requests that failed until it is started anew.

  mfe replay 7k2m9x1q`,

  releases: `mfe releases <app> [--limit n] [--json]

  The releases of an app that the gateway knows, newest first, with the verdict on each.

  mfe releases blog
  mfe releases blog --limit 100 --json`,

  history: `mfe history [app] [--limit n] [--json]

  Who did what, when, from where to where; newest first.

  mfe history
  mfe history blog --limit 10`,

  inbox: `mfe inbox [app] [--limit n] [--before place] [--json]

  What visitors sent by the forms of an app, newest first: with the token of its team, or one to read that app. What the
  operator erases is gone here, too. mfe events add --events entry has each sent on as it comes.
  --before  older ones: the place that the command names last

  mfe inbox blog
  mfe inbox blog --limit 100 --json`,

  // For operators.
  freeze: `mfe freeze [reason] [--json]

  For operators: nothing goes live on the whole site until mfe unfreeze; releases are admitted and wait. Rolling back
  stays possible. The reason is shown to everyone whose release waits.

  mfe freeze campaign starts at noon`,

  unfreeze: `mfe unfreeze [--json]

  For operators: ends a freeze. What waited goes live.

  mfe unfreeze`,

  retire: `mfe retire <app> --yes [--json]

  For operators: takes an app off the site. Its pages answer 404; publishing it again brings it back.

  mfe retire labs --yes`,

  events: `mfe events add <app> --webhook address | --mail address [--events type,type]
mfe events list <app>
mfe events remove <app> <id>

  Sends events of an app, within 10 seconds, to hosts and mail domains that the operator allows (EVENT_RECEIVERS). A
  webhook is signed as Standard Webhooks say; its secret is printed once. An app has five receivers at most.
  --events  of activated, refused, waiting, rolled-back, rolled-back-by-itself, withdrawn, new-error, failure-confirmed,
            more-alerts (these by default), retired, pinned, unpinned and entry (what a visitor typed in a form of it)

  mfe events add blog --webhook https://hooks.example.com/blog > webhook.secret
  mfe events add blog --mail team@example.com --events refused,new-error`,

  docs: `mfe docs [page] [--json]

  Prints a page of the documents of exactly this version: tutorial, recipes, forms, errors, changelog … Without a
  page it lists them. Needs no gateway.

  mfe docs forms`,

  upgrade: `mfe upgrade [--json]

  Moves kit and gateway in the package.json of a repository to the newest version that the gateway hands out, with the
  versions of React and others that they share, installs them by npm or pnpm, and prints what changed in between. When
  installing fails, package.json is as it was.

  mfe upgrade`,

  token: `mfe token create --can preview|invalidate|read [--app <name>] [--name <whose>] [--days n] [--json]
mfe token create (--app <name> | --operator | --role <role> [--app <name>]) [--name <whose>] [--days n | never] [--json]
mfe token list [--json]
mfe token revoke <id> [--json]

  --can makes a token for one job, which a team's token may within its app: preview (check and preview its releases; for
  the CI of pull requests), invalidate (for the webhook of a CMS), read. It ends after 90 days; a team lists the tokens of
  its app and revokes those. All others are for operators: a team's token may publish, roll back and pin its one app; an
  operator's may do everything. A token is shown once, alone on standard output. The first operator token is made by a command on the gateway itself.
  --role  for one job: metrics (for Prometheus), read (of one app or of all), and with --app preview (it also checks) and
          invalidate (for the webhook of a CMS)
  --days  after so many it ends; default: 90, for metrics never

  mfe token create --can preview --name 'pull requests'
  mfe token create --app blog --name 'blog CI' --days 365
  mfe token create --operator --name ada
  mfe token create --role metrics > .observe/prometheus-token
  mfe token revoke t_4fz0`,

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
  mfe key revoke blog 3f2a9c1b00aa11bb`,
};

/** Help texts by command; `help` is the overview. */
export const HELP: Record<string, string> = {
  help: `mfe: build and ship one team's page group

  mfe new <name>                    a new remote: page, test, configuration
  mfe dev [folder]                  work on one app inside the live site
  mfe build [folder…]               build apps into their release folders
  mfe check [folder…]               run the gateway's checks, change nothing
  mfe publish [folder…]             make releases live, all or none

  mfe preview [folder…]             an address where releases can be looked at; mfe preview list|end
  mfe promote <app> <release>       make a previewed release live, or one of another gateway

  mfe status                        what is live
  mfe errors [app | id]             what went wrong for visitors
  mfe inbox [app]                   what visitors sent by its forms
  mfe replay <id>                   whether an error is the release's, or the request's
  mfe releases <app>                an app's releases and what became of them
  mfe history [app]                 who did what
  mfe rollback <app>                go back to an earlier release
  mfe pin <app> [release]           stay at a release; mfe unpin <app>
  mfe withdraw <app>                take back what waits
  mfe invalidate <app> <tag…>       ask its upstreams anew for what has these tags
  mfe reload                        read the gateway's file of upstreams anew
  mfe freeze [reason]               nothing goes live; mfe unfreeze
  mfe retire <app> --yes            take an app off the site
  mfe events add|list|remove        where its deploys and errors are sent
  mfe token create|list|revoke      who may do all this
  mfe key [add|list|revoke]         whose signature releases need

  mfe sync [folder]                 types of the site's pages and islands for an app
  mfe record [folder]               keep what its upstreams answered, to try releases with
  mfe docs [page]                   the documents of this version
  mfe upgrade                       kit and gateway of a repository in their newest version
  mfe serve [folder]                serve a release for the gateway to pull

Environment
${GATEWAY}

Every command knows --json and --help; mfe --version is that of the kit. [folder] is the folder of an app; default: this one.
Exit codes: 0 done (a release is live), 1 refused or failed, 2 wrong usage or setting, 3 the gateway cannot be
reached, 4 refused for now: waits for another app, 5 admitted, but held by a pin or a freeze, 130 interrupted.`,
  ...Object.fromEntries(Object.keys(TEXTS).map((command) => [command, helpOf(command)])),
};

function helpOf(command: string): string {
  const variables = [WITHOUT_GATEWAY.has(command) ? undefined : GATEWAY, VARIABLES[command]].filter(Boolean);
  return [TEXTS[command], ...(variables.length > 0 ? ['', 'Environment', ...variables] : [])].join('\n');
}
