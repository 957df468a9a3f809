/** Help texts by command. */
export const HELP: Record<string, string> = {
  help: `mfe: build and ship one team's page group

  mfe build [folder…] [--watch] [--dev]   build apps into their release folders (default: this folder)

  mfe <command> --help   more about one of them`,
  build: `mfe build [folder…] [--watch] [--dev]

  Builds each app (a folder with an mfe.config.ts; default: this folder) into its release folder, dist/.
  --watch  build again on each change; implies --dev
  --dev    development build: fast, not minified, not compressed

  mfe build
  mfe build mfe-blog mfe-legal`,
};
