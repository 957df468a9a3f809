import { GATEWAY } from './environment.ts';

/** Of commands that only look. */
export const LOOKING: Record<string, string> = {
  status: `mfe status [--json]

  What is live: the composition, each app's release, its errors of the last hour and alerts, as far as the token may see
  them, pins, a freeze, and earlier compositions that are still served.

  mfe status
  mfe status --json | jq -r '.apps[] | select(.pinned) | .app'

Environment
${GATEWAY}`,

  errors: `mfe errors [app | id] [--release digest] [--since time] [--limit n] [--json]

  What went wrong for visitors, in browsers and on the server, by app and release: errors from the same place with the same
  message are one. Without an app: that of this folder, else all that the token may see; a team's sees its own app.
  With the id that an error screen shows: that error, with the lines of the source, routes, browsers and the release.
  --release  only of this release: its digest or the first 6 or more digits of it
  --since    only those seen since: 30m, 2h, 7d or a date, 2026-11-01
  --limit    how many, the newest first

  mfe errors blog --since 2h
  mfe errors 7k2m9x1q
  mfe errors --json | jq '.groups[] | select(.isNew) | .place'

Environment
${GATEWAY}`,

  releases: `mfe releases <app> [--limit n] [--json]

  The releases of an app that the gateway knows, newest first, with the verdict on each.

  mfe releases blog
  mfe releases blog --limit 100 --json

Environment
${GATEWAY}`,

  history: `mfe history [app] [--limit n] [--json]

  Who did what, when, from where to where; newest first.

  mfe history
  mfe history blog --limit 10

Environment
${GATEWAY}`,
};
