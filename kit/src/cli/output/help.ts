/** Variables of every command that calls a gateway. */
const GATEWAY = `  MFE_GATEWAY  address of the gateway's operations port; default http://127.0.0.1:3001
  MFE_TOKEN    the token of your team or of an operator`;

/** Commands that call no gateway. */
const WITHOUT_GATEWAY = new Set(['docs', 'new', 'build', 'serve']);

/** Variables of one command. */
const VARIABLES: Record<string, string> = {
  dev: '  PORT  port of the local site; default 3000',
  build: '  MFE_SIGNING_KEY  the private key itself; --key overrides it',
  serve: `  PORT  port to listen on; default 8080; --port overrides it
  HOST  host to listen on; default localhost; --host overrides it`,
  publish: '  MFE_SIGNING_KEY  the private key itself; --key overrides it',
  promote: '  MFE_FROM_TOKEN  the token for --from; default: MFE_TOKEN',
};

/** Description, usage and examples of each command. */
const TEXTS: Record<string, string> = {
  // Work on an app in its folder, before it is published.
  new: `mfe new <name> [--kit <version or address>] [--json]

  Creates mfe-<name>/: a remote with one page at /<name>, its server module, styles and tests, ready to build and
  publish. In the checkout of the site, the command also adds the app to the lockfile and the container files.

  In an empty folder outside of the checkout, the command creates a separate repository: the app with tests, types,
  lint, CI for GitHub and GitLab, and a Dockerfile for its origin.

  --kit  version or tarball address of @voltframe/kit for the repository; @voltframe/gateway comes from the same place;
         default: the version of this mfe

  mfe new case-studies
  mfe new notes --kit https://ops.example.com/-/packages/voltframe-kit-1.5.0.tgz`,

  dev: `mfe dev [folder] [--prod] [--json]

  Builds one app after each change and serves it on this machine inside the live site. The releases of the other apps
  come from the gateway, new ones included. While the gateway cannot be reached, the local site keeps its last state,
  and a line shows the time of that state. The TypeScript and tsconfig.json of the app check its types. Needs
  @voltframe/gateway in the devDependencies of the app, or the checkout of the site. Upstreams: .mfe/upstreams.yml in
  the folder of the app, else the recorded answers. Signed-in visitor: .mfe/personal.yml, else nobody.
  --prod  builds each change for production and runs all checks before the change is shown; you reload pages yourself

  cd mfe-blog && mfe dev
  PORT=3100 MFE_GATEWAY=https://ops.example.com mfe dev mfe-blog`,

  build: `mfe build [folder…] [--key file] [--watch] [--dev] [--json]

  Builds each app (a folder with an mfe.config.ts; default: this folder) into its release folder, dist/.
  --watch  build again on each change; implies --dev
  --dev    development build: fast, not minified, not compressed
  --key    signs the release with this private key: writes release.sig beside release.json

  mfe build
  mfe build mfe-blog mfe-legal
  mfe build --key blog.key`,

  sync: `mfe sync [folder] [--check] [--json]

  Writes two files from the live site. mfe-env.d.ts types routes (\`Link to\`, \`navigate\`), islands with their props,
  icons, guards and places. mfe.lock.json lists the parts of the site that the app uses. Commit both files. mfe dev
  updates them where they exist, and writes them in each repository that is not the checkout of the site.
  --check  writes nothing, and lists the entries of mfe.lock.json that the site no longer has. Other teams may remove
           them, so exit code 1 is a warning that CI can ignore

  mfe sync
  mfe sync mfe-blog --check`,

  record: `mfe record [folder] [--json]

  Writes the answers of the app's upstreams that the gateway has stored to upstreams.recorded.json in the folder of the
  app. Checks, previews and mfe dev use a recorded answer where an upstream has never answered; visitors never get it.
  The file is part of the release and of your repository: review its content. Open the pages that request the answers
  before you run this command.

  mfe record mfe-blog`,

  serve: `mfe serve [folder] [--port n] [--host name]

  Serves the release of an app over HTTP: release.json, its files and /health. The gateway pulls the release from this
  server (RELEASES=blog=http://blog:8080). After a new build, the server serves the new release immediately.

  mfe serve mfe-blog
  mfe serve --host 0.0.0.0 --port 8081`,

  // Change the live releases.
  check: `mfe check [folder…] [--browser] [--key file] [--json]

  Runs all admission checks of the gateway on releases. The gateway stores nothing, and nothing goes live. Several apps
  are checked together, as in a publish. Like publish, the command first refuses type errors of the app (tsc with its
  tsconfig.json), a build that is older than its sources, and a development build.
  --browser  also opens every page of these apps in Chromium, inside the live site, and fails if a page does not hydrate
             or logs an error. Needs playwright and @voltframe/gateway in the devDependencies of the app, or the
             checkout of the site

  mfe build && mfe check
  mfe check mfe-blog mfe-marketing --browser
  mfe check --json | jq '.checks[].fix'`,

  publish: `mfe publish [folder…] [--preview [--name name]] [--key file] [--commit sha] [--branch name]
            [--message text] [--author name] [--url address] [--json]

  Sends releases to the gateway. Several releases go live together or not at all. A release that is refused only because
  of the version of another app (exit code 4) waits, and is checked again when that app changes. If the app is pinned or
  the site frozen (exit code 5), the release goes live when the pin or freeze ends. Ctrl-C withdraws the releases that
  are not admitted yet and prints the result (exit code 130).
  --preview  nothing goes live: prints an address that shows the release inside the live site (mfe preview)
  --key      signs the releases with this private key; default: the signatures of the build
  --commit, --branch, --message, --author, --url
             origin of the releases, shown in the history, lists and previews; default: the notes of the build, git, or
             the environment of GitHub Actions or GitLab CI

  mfe build && mfe publish
  mfe publish mfe-blog --preview
  mfe publish shell mfe-marketing mfe-blog mfe-legal`,

  preview: `mfe preview [folder…] [--name name] [options of mfe publish]
mfe preview list [app]
mfe preview end <app> <name or id>

  Nothing goes live: prints an address that shows the releases inside the current live site, to anybody who has the
  address, for the time PREVIEW_LEASE. When the live site changes, the preview uses the new live site; if the releases
  no longer fit, the address shows the reason. PREVIEWS_PER_APP limits the previews of an app: a new one replaces the
  oldest one without a name.
  --name  replaces the last preview of the app with this name; the address stays the same: pr-12
  list    lists names or ids, apps, times and addresses
  end     ends a preview; its address then shows that it has ended. <app> of a preview of several apps: blog,shell

  mfe build && mfe preview --name pr-12
  mfe preview end blog pr-12`,

  promote: `mfe promote <app> <release> [--from address] [--key file] [--json]

  Makes a stored release live without a new build: the gateway checks and records the same bytes as in a publish.
  <release> is the digest, or at least its first 6 digits. Exit codes as for mfe publish.
  --from  copies the release from another gateway where it is live or previewed, such as staging; the address of the
          operations port of that gateway
  --key   signs the release with this private key

  mfe publish mfe-blog --preview && mfe promote blog 3f2a9c1b
  mfe promote blog 3f2a9c1b --from https://ops.staging.example.com`,

  rollback: `mfe rollback <app> [--to release] [--with app]… [--dry-run] [--json]

  Makes an earlier release live again. The command first prints the release and the changes. Without --to, it chooses
  the last earlier live release that was not itself rolled back, so a second rollback goes further back. It works in a
  freeze, and replaces waiting releases of the app. Apps that went live together with the current release go back too
  only if the site does not fit together otherwise.
  --to       any admitted release: its digest, or at least its first 6 digits; also: mfe rollback blog 3f2a9c1b
  --with     another app that also goes back, to its release of that time; the refusal of a rollback names such an app
  --dry-run  only prints the changes

  mfe rollback blog
  mfe rollback blog --to 3f2a9c1b --dry-run
  mfe rollback blog --with shell`,

  pin: `mfe pin <app> [release] [--json]

  Keeps an app at a release (default: the live one). New releases are admitted, and wait until mfe unpin.

  mfe pin blog
  mfe pin blog 3f2a9c1b`,

  unpin: `mfe unpin <app> [--json]

  Ends a pin. The newest release admitted during the pin goes live.

  mfe unpin blog`,

  withdraw: `mfe withdraw <app> [--json]

  Withdraws the waiting releases of the app: those that wait for the version of another app, or for the end of a pin or
  a freeze. They go live only if you publish them again. A newer release, a rollback or a pin of the app also withdraws
  them.

  mfe withdraw blog`,

  invalidate: `mfe invalidate <app> <tag…> [--json]

  Makes every gateway request the answers of upstreams with any of these tags again. Visitors get the old data until the
  new data has arrived. Pages with unchanged data stay as they are.
  For the webhook of a CMS: POST /-/upstreams/<app>/invalidate?tags=posts,home with a token of
  mfe token create --can invalidate.

  mfe invalidate blog posts home`,

  reload: `mfe reload [--json]

  For operators: makes every gateway read its file of upstreams (UPSTREAMS) again: addresses, secrets, limits. Nothing
  restarts. If the file is invalid, the gateway keeps its earlier upstreams.

  mfe reload`,

  // Read only.
  status: `mfe status [--json]

  Shows the live composition, the release of each app, errors of the last hour that the token may see, pins, a freeze,
  and earlier compositions that the gateway still serves.

  mfe status
  mfe status --json | jq -r '.apps[] | select(.pinned) | .app'`,

  errors: `mfe errors [app | id] [--release digest] [--since time] [--limit n] [--json]

  Lists the errors of visitors, in browsers and on the server, by app and release. Errors with the same place and
  message are one entry. Default: the app of this folder, else all apps that the token may see (a team: its own app).
  With the id on an error screen, the command shows that error: source lines, routes, browsers and release.
  --release  only errors of this release: its digest, or at least its first 6 digits
  --since    only errors seen since: 30m, 2h, 7d or a date, 2026-11-01
  --limit    number of errors, the newest first

  mfe errors blog --since 2h
  mfe errors 7k2m9x1q
  mfe errors --json | jq '.groups[] | select(.isNew) | .place'`,

  releases: `mfe releases <app> [--limit n] [--json]

  Lists the releases of an app on the gateway, newest first, with their verdicts.

  mfe releases blog
  mfe releases blog --limit 100 --json`,

  history: `mfe history [app] [--limit n] [--json]

  Lists changes of the site, newest first: person, action, time, earlier and new release.

  mfe history
  mfe history blog --limit 10`,

  inbox: `mfe inbox [app] [--limit n] [--before place] [--json]

  Lists the entries of the forms of an app, newest first. Needs the token of its team, or a token with the role read for
  that app. Erased entries are not listed.
  --before  lists older entries; the last line of the list contains the value

  mfe inbox blog
  mfe inbox blog --limit 100 --json`,

  // For operators.
  freeze: `mfe freeze [reason] [--json]

  For operators: no release of any app goes live until mfe unfreeze. Releases are admitted and wait. Rollbacks still
  work. Teams with a waiting release see the reason.

  mfe freeze campaign starts at noon`,

  unfreeze: `mfe unfreeze [--json]

  For operators: ends a freeze. The waiting releases go live.

  mfe unfreeze`,

  retire: `mfe retire <app> --yes [--json]

  For operators: removes an app from the site. Its pages answer 404. To restore the app, publish it again.

  mfe retire labs --yes`,

  docs: `mfe docs [page] [--json]

  Prints a page of the documentation of this version: tutorial, recipes, forms, errors, changelog … Without a page,
  the command lists the pages. Needs no gateway.

  mfe docs forms`,

  upgrade: `mfe upgrade [--json]

  Updates kit and gateway in the package.json of a repository to the newest version that the gateway provides, with the
  matching versions of React and other shared packages. Installs them with npm or pnpm and prints the changes between
  the versions. If the installation fails, the command restores package.json.

  mfe upgrade`,

  token: `mfe token create --can preview|invalidate|read [--app <name>] [--name <whose>] [--days n] [--json]
mfe token create (--app <name> | --operator | --role <role> [--app <name>]) [--name <whose>] [--days n | never] [--json]
mfe token list [--json]
mfe token revoke <id> [--json]

  --can creates a token for one purpose, ending after 90 days. A team token may create these within its app: preview
  (check and preview its releases; for the CI of pull requests), invalidate (for the webhook of a CMS) and read. A team
  may list the tokens of its app and revoke those of --can. Operators create all other tokens: the token of a team may
  publish, roll back and pin its app; the token of an operator may do everything. The command prints a token once, alone
  on standard output. To create the first operator token, run operator-token on the gateway.
  --role  for one purpose: metrics (for Prometheus), read (of one app or of all), and with --app: preview (also checks)
          and invalidate (for the webhook of a CMS)
  --days  lifetime in days; default: 90, unlimited for metrics

  mfe token create --can preview --name 'pull requests'
  mfe token create --app blog --name 'blog CI' --days 365
  mfe token create --operator --name ada
  mfe token create --role metrics > .observe/prometheus-token
  mfe token revoke t_4fz0`,

  key: `mfe key [--out file] [--json]
mfe key add <app> <public key> [--name <whose>] [--days n] [--json]
mfe key list [--json]
mfe key revoke <app> <id> [--forget] [--json]

  mfe key creates a key pair for signing releases. It writes the private key to a new file that only its owner can read
  (--out), or alone to standard output, and prints the public key.
  For operators: after add, the gateway accepts a release of the app only with a signature of one of its keys, from a
  folder, an origin or a push. revoke takes effect immediately; the app still needs signatures.
  --forget  deletes the key; without any key, the app needs no signatures

  mfe key --out blog.key
  mfe key add blog ed25519:… --name 'blog CI' --days 365
  mfe key revoke blog 3f2a9c1b00aa11bb`,
};

/** Help texts by command; `help` is the overview. */
export const HELP: Record<string, string> = {
  help: `mfe: build and publish the app of a team

  mfe new <name>                    create a remote: page, test, configuration
  mfe dev [folder]                  work on one app inside the live site
  mfe build [folder…]               build apps into their release folders
  mfe check [folder…]               run the checks of the gateway, change nothing
  mfe publish [folder…]             make releases live, all or none

  mfe preview [folder…]             show releases at a preview address; mfe preview list|end
  mfe promote <app> <release>       make a stored release live, or one of another gateway

  mfe status                        show the live releases
  mfe errors [app | id]             list the errors of visitors
  mfe inbox [app]                   list the entries of its forms
  mfe releases <app>                list the releases of an app with their verdicts
  mfe history [app]                 list changes of the site
  mfe rollback <app>                go back to an earlier release
  mfe pin <app> [release]           keep an app at a release; mfe unpin <app>
  mfe withdraw <app>                withdraw waiting releases
  mfe invalidate <app> <tag…>       request data with these tags from upstreams again
  mfe reload                        make gateways read their file of upstreams again
  mfe freeze [reason]               let no release go live; mfe unfreeze
  mfe retire <app> --yes            remove an app from the site
  mfe token create|list|revoke      manage access tokens
  mfe key [add|list|revoke]         manage keys for signing releases

  mfe sync [folder]                 write types of the site's pages and islands
  mfe record [folder]               write the answers of its upstreams, for checks
  mfe docs [page]                   print the documentation of this version
  mfe upgrade                       update kit and gateway of a repository
  mfe serve [folder]                serve a release for the gateway to pull

Environment
${GATEWAY}

Every command accepts --json and --help. mfe --version prints the version of the kit. [folder] is the folder of an app;
default: this folder.
Exit codes: 0 done (a release is live), 1 refused or failed, 2 wrong usage or setting, 3 the gateway cannot be
reached, 4 refused for now: waits for another app, 5 admitted, but waits for the end of a pin or freeze,
130 interrupted.`,
  ...Object.fromEntries(Object.keys(TEXTS).map((command) => [command, helpOf(command)])),
};

function helpOf(command: string): string {
  const variables = [WITHOUT_GATEWAY.has(command) ? undefined : GATEWAY, VARIABLES[command]].filter(Boolean);
  return [TEXTS[command], ...(variables.length > 0 ? ['', 'Environment', ...variables] : [])].join('\n');
}
