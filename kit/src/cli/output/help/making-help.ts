import { GATEWAY } from './environment.ts';

/** Of commands that work on an app in its folder, before it is published. */
export const MAKING: Record<string, string> = {
  new: `mfe new <name> [--kit <version or address>] [--json]

  Writes mfe-<name>/: a remote with one page, its server module, styles and tests, ready to build and publish. The page
  is at /<name>. Lockfile and container files of the checkout get to know it; nothing else has to be changed for the site
  to show it.

  In an empty folder outside of the checkout of the site it writes a repository of its own: the app with tests, types, lint,
  CI for GitHub and GitLab, and a Dockerfile for its origin.

  --kit  where the repository takes @voltframe/kit from, and @voltframe/gateway from beside it: a version, or a tarball's
         address; default: this one's version

  mfe new case-studies
  mfe new notes --kit https://ops.example.com/-/packages/voltframe-kit-1.3.0.tgz`,

  dev: `mfe dev [folder] [--prod] [--json]

  Builds one app at each change, and serves it on this machine inside the live site: the other apps' releases come from
  the gateway, and what goes live there meanwhile is shown, too. While the gateway cannot be reached, the site stays as it
  was, and a line says since when. Types are checked beside the builds, by the app's TypeScript and tsconfig.json. Needs
  @voltframe/gateway among the app's devDependencies, or the checkout of the site. Upstreams are those of .mfe/upstreams.yml
  in the app's folder, else what is recorded.
  --prod  as visitors will have it: each change is built for production and passes all checks before it is shown, and
          pages are loaded again by hand

  cd mfe-blog && mfe dev
  PORT=3100 MFE_GATEWAY=https://ops.example.com mfe dev mfe-blog

Environment
  PORT  where the site is served; default 3000
${GATEWAY}`,

  build: `mfe build [folder…] [--key file] [--watch] [--dev] [--json]

  Builds each app (a folder with an mfe.config.ts; default: this folder) into its release folder, dist/.
  --watch  build again on each change; implies --dev
  --dev    development build: fast, not minified, not compressed
  --key    signs the release with this private key: release.sig, beside release.json

  mfe build
  mfe build mfe-blog mfe-legal
  mfe build --key blog.key

Environment
  MFE_SIGNING_KEY  the private key itself, without --key`,

  sync: `mfe sync [folder] [--check] [--json]

  Writes what the live site has besides the app: mfe-env.d.ts, with which \`Link to\`, \`navigate\`, \`Island\` with the props that its
  team declares, icons, guards and places take only what is there, and mfe.lock.json, what the app counts on. Both belong into the
  repository. mfe dev does it too: where they are, and in each repository that is not the checkout of the site.
  --check  writes nothing: says what the site has taken away since, of what the lock names. That is another team's right: exit
           code 1 is meant as a warning, which a CI need not stop at

  mfe sync
  mfe sync mfe-blog --check

Environment
${GATEWAY}`,

  record: `mfe record [folder] [--json]

  Writes what the gateway was answered by the upstreams that the app declares into upstreams.recorded.json, in its folder. A
  release is tried with it where an upstream never answered; previews and mfe dev show it then, visitors never. It is
  part of the release and of your repository: look at what is in it. Open the pages first that ask for what is to be in it.

  mfe record mfe-blog

Environment
${GATEWAY}`,

  serve: `mfe serve [folder] [--port n] [--host name]

  Serves the release of an app over HTTP: release.json, the files it names, /health; nothing else. The gateway pulls from
  it (RELEASES=blog=http://blog:8080). A build that rewrites the folder meanwhile is served at once.

  mfe serve mfe-blog
  mfe serve --host 0.0.0.0 --port 8081

Environment
  PORT  where it listens, without --port; default 8080
  HOST  without --host; default localhost`,
};
