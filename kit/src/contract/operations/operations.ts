/**
 * The HTTP API of the operations port (OPS_PORT, default 127.0.0.1:3001), as the gateway serves it and `mfe` calls it.
 *
 * **Who**: every call carries `Authorization: Bearer {token}` (the operations page may use a session cookie instead).
 * No token, or one that is unknown, revoked or expired: 401, the same whatever was wrong with it. A
 * valid one that may not do this: 403, which says whose token it is and whose is needed. Both are answered before the
 * body is read or the app is looked up, so that a caller does not learn which apps or tokens exist. A *team* token is
 * bound to one app; an *operator* token may do everything. Reading (any `role: 'any'` call) is open to both. Tokens for
 * one job: *metrics* reads the metrics alone; *read* makes each GET of a team, of one app or of all; *preview* reads,
 * and publishes its app with `check=1` or `preview=1`, and ends its previews; *invalidate* calls `invalidate` of its
 * app.
 *
 * **Versions**: `mfe` says in `X-Mfe-Contract` of which version of the contract it is; outside of the gateway's window
 * a valid token is answered 409 `OPS_CONTRACT`. A request without this header is not checked, nor are `rollback`,
 * `rollbackPlan`, `withdraw`, `status`, `releases` and the packages: an mfe that is too old can still roll back.
 *
 * **Errors**: `{status, code, message, fix?}` ({@link OperationError}) with that HTTP status: 400 malformed, 404 no
 * such app, release or token, 409 not possible in this state (the message says why), 413/415 for a pack, 429, 503.
 * **Bodies** are JSON in UTF-8 both ways, except a pack (gzip'd tar) and blobs. Answers are `Cache-Control: no-store`.
 * Times are milliseconds since the epoch; digests and blob names are sha-256 in lower-case hexadecimal. Unknown fields
 * of an answer are to be ignored; unknown fields of a request are refused (400). The answers' types are in
 * `verdict.ts`, `site-status.ts`, `history.ts` and `credentials.ts` beside this file.
 */
import type { RecordedAnswer } from '../release/recorded-answers.ts';
import { UPSTREAM_TAG } from '../release/upstreams.ts';
import { MB } from '../units.ts';
import type { Verdict } from './verdict.ts';

export interface Operation {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Path with `:name` parameters. */
  path: string;
  /** The required role: any token, the team of the app in the path (and operators), operators only. */
  role: 'any' | 'team' | 'operator';
}

/** Every call. Request and answer of each are described at the type it names. */
export const OPERATIONS = {
  /**
   * Publishes one or several releases as one: admitted together, activated in one step, or refused together.
   * `:apps` is the name of the app, or several joined by commas (sorted); the token must be allowed to publish each,
   * and the pack must hold exactly these. Body: `Content-Type: application/gzip`, a pack as
   * `packaging/pack-releases.ts` writes it, streamed, at most {@link PACK_LIMITS}.
   *
   * Query: `check=1` runs admission only, nothing is kept or activated; `preview=1` runs admission, keeps the
   * candidate and answers its address, nothing is activated; not both. `name={PREVIEW_NAME}` of a preview: it takes the
   * place of the app's last one of that name, whose address shows it from then on. (Two alike releases are one:
   * publishing what is live already answers `accepted`, `activated`, and changes nothing.)
   *
   * Answers a `Verdict`: 200 when accepted (also when it has to wait for a pin or a freeze to end), 422 when refused,
   * 409 when refused only because of another app's version: it waits then, and is tried again when that app changes. A
   * body that is no pack is an error (400, 413, 415), whose code is of `errors/packaging-errors.ts`; nothing of it is
   * kept. A client that hangs up after the last byte does not undo the publishing.
   *
   * **Waiting**: admissions are one at a time, and apps take turns. Of the publishes of an app, the checks of a token
   * and the previews of an app one waits, the newest; an older one is answered 409 `GW_ADMISSION_REPLACED`. With
   * `Accept: application/x-ndjson` the answer to a pack that was taken in has status 200 and consists of lines of JSON:
   * while it waits a {@link WaitingLine}, at once and every five seconds; at last a {@link LastLine}.
   *
   * At most two packs of an app, and eight in all, are received at a time: 429 `OPS_PUSHES` otherwise. Without a byte
   * for 30 seconds, or with less than 16 KB a second over a minute, a pack is given up: 408 `OPS_PUSH_STALLED`.
   */
  publish: { method: 'PUT', path: '/-/releases/:apps', role: 'team' },
  /**
   * `:apps` as of `publish`: exactly the apps of the preview. `:preview` is its name, or its id or the first 6 or more
   * digits of it. From now on its address says that it has ended. Answers {@link Change}; 404 when these apps have none
   * such. The previews are in `Status`.
   */
  endPreview: { method: 'DELETE', path: '/-/previews/:apps/:preview', role: 'team' },
  /** Query `limit` (default 20, at most 200). Answers `ReleaseList`, newest first. 404 for an unknown app. */
  releases: { method: 'GET', path: '/-/releases/:app', role: 'any' },
  /**
   * `:digest` or the start of one (at least 6 digits, unique: else 409). Answers the `release.json` of a kept release
   * as it was published. 404 when it is not (or no longer) kept.
   */
  release: { method: 'GET', path: '/-/releases/:app/:digest', role: 'any' },
  /**
   * Body `{digest}`: a digest, or the start of one (at least 6 digits, unique). Publishes a release that is kept
   * already: one that was previewed, say. Answers a `Verdict` with the statuses of `publish`; 404 for a digest that is
   * not kept.
   */
  promote: { method: 'POST', path: '/-/releases/:app/promote', role: 'team' },
  /**
   * Body `{to?, with?}`: `to` a digest, or the start of one; default: the nearest admitted release that was live before
   * this one, and was not itself left by a rollback. `with`: apps that go back with it, to what was live of them beside
   * that release; the token must be allowed each. Makes an earlier admitted release of the app live. One that was live
   * before is not rendered again: what the manifests say has to fit; of the apps that went live together with what is
   * left, those that it does not fit otherwise go back with it. One that never was live is admitted first. Answers
   * {@link Change}; 422 with a `Verdict` when it does not fit the other apps of now, each defect with the command that
   * does it; 404 for a digest that is unknown or refused; 409 when there is no earlier one.
   */
  rollback: { method: 'POST', path: '/-/releases/:app/rollback', role: 'team' },
  /**
   * Query `to`, `with` (by commas), as the rollback's. Answers `RollbackPlan`: the consequences of the rollback.
   * Nothing changes.
   */
  rollbackPlan: { method: 'GET', path: '/-/releases/:app/rollback', role: 'any' },
  /**
   * Body `{digest?}`, as `to` of the rollback. Keeps the app at a release: newer ones are admitted but wait. Without
   * `digest` the live one; with another admitted one, that becomes live first, as by a rollback. Answers {@link
   * Change}.
   */
  pin: { method: 'POST', path: '/-/releases/:app/pin', role: 'team' },
  /** No body. Ends a pin; the newest admitted release that waited becomes live. Answers {@link Change}. */
  unpin: { method: 'POST', path: '/-/releases/:app/unpin', role: 'team' },
  /**
   * No body. Withdraws the waiting releases of the app, those of a pin or freeze included. Answers {@link Change};
   * 409 when nothing does.
   */
  withdraw: { method: 'POST', path: '/-/releases/:app/withdraw', role: 'team' },
  /** No body. Takes a remote out of the site: its routes answer 404. 409 for the shell. Answers {@link Change}. */
  retire: { method: 'POST', path: '/-/releases/:app/retire', role: 'operator' },
  /**
   * Body `{reason?}`: shown to everyone whose release waits; at most 200 characters. Nothing is activated until it
   * ends, except rollbacks. Answers {@link Change}.
   */
  freeze: { method: 'POST', path: '/-/freeze', role: 'operator' },
  /** No body. Ends the freeze; waiting releases are admitted again and go live. Answers {@link Change}. */
  unfreeze: { method: 'POST', path: '/-/unfreeze', role: 'operator' },
  /**
   * The body is not read: a CMS's webhook may send any. Query `tags`, joined by commas: {@link INVALIDATION}. The app's
   * answers of upstreams with any of these tags are asked for again, on every gateway, behind visitors. Answers {@link
   * Change}.
   */
  invalidate: { method: 'POST', path: '/-/upstreams/:app/invalidate', role: 'team' },
  /**
   * No body. Reads the file of the upstreams (UPSTREAMS) anew, on every gateway. Answers {@link Change}; 422 when the
   * file is wrong: the upstreams stay as they are.
   */
  reload: { method: 'POST', path: '/-/upstreams/reload', role: 'operator' },
  /** Answers {@link RecordedAnswers}: the last upstream responses of the app, for its team only. */
  answers: { method: 'GET', path: '/-/upstreams/:app/answers', role: 'team' },
  /** Answers `Status`. */
  status: { method: 'GET', path: '/-/status', role: 'any' },
  /** Query `app`, `limit` (default 50, at most 500). Answers `HistoryList`, newest first. */
  history: { method: 'GET', path: '/-/history', role: 'any' },
  /**
   * Answers the live `Composition`. With the `release` and `blob` calls it is all that a local gateway needs to
   * serve the same site (`mfe dev`).
   */
  composition: { method: 'GET', path: '/-/composition', role: 'any' },
  /**
   * Answers the bytes (`application/octet-stream`, `Content-Length`, `Cache-Control: private, immutable`) of a file
   * of a release of the live or a leased composition; 404 for any other.
   */
  blob: { method: 'GET', path: '/-/blobs/:sha256', role: 'any' },
  /** Answers {@link IconList}: the icons that the gateway serves of itself. */
  icons: { method: 'GET', path: '/-/icons', role: 'any' },
  /**
   * Query `limit` (default 20, at most 100), `before` (`next` of an answer). Answers `EntryList`: what visitors sent by
   * forms of the app, fewer where they are long. It is of persons: a token that reads every app is answered 403.
   */
  entries: { method: 'GET', path: '/-/entries/:app', role: 'team' },
  /**
   * Answers `TokenList`; never a token itself, nor its hash. A team's token is answered those of its app; it makes and
   * revokes tokens of `preview`, `invalidate` and `read` of its app alone, for 90 days at most.
   */
  tokens: { method: 'GET', path: '/-/tokens', role: 'operator' },
  /**
   * Body `{role, app?, name?, expiresAt?}`: `app` of `team`, `preview` and `invalidate`, absent for `operator` and
   * `metrics`, either for `read`; it need not exist yet. `name` of the holder, for the history, 1 to 60 characters
   * (default: the app's name, or the role). `expiresAt`, ms since the epoch, null: never (default: in 90 days, for
   * `metrics` never). Answers 201 `NewToken`: the only time the token is shown.
   */
  createToken: { method: 'POST', path: '/-/tokens', role: 'operator' },
  /** `:id` of `Token`. Takes effect at once. Answers {@link Change}. 409 for the last operator token. */
  revokeToken: { method: 'DELETE', path: '/-/tokens/:id', role: 'operator' },
  /** Answers `KeyList`: every key that was registered, revoked ones too. */
  keys: { method: 'GET', path: '/-/keys', role: 'operator' },
  /**
   * Body `{app, publicKey, name?, endsAt?}`: the app need not exist yet; the key is as `mfe key` prints it, `ed25519:`
   * and 43 characters of base64url; `name` and `endsAt` as for a token. Answers 201 `SigningKey`. From now on a release
   * of the app is taken in only with a signature by one of its keys. 409 when this key was registered for it before.
   */
  addKey: { method: 'POST', path: '/-/keys', role: 'operator' },
  /**
   * `:id` of `SigningKey`. Takes effect at once; the app's releases still need a signature. Query `forget=1`: as if it
   * had never been registered; with its last key forgotten an app needs no signatures. Answers {@link Change}.
   */
  revokeKey: { method: 'DELETE', path: '/-/keys/:app/:id', role: 'operator' },
  /** Answers {@link PackageList}: the packages that fit this gateway, `@voltframe/kit` and `@voltframe/gateway`. */
  packages: { method: 'GET', path: '/-/packages', role: 'any' },
  /** Answers a tarball of that list (`application/gzip`), for `npm install <its address>`; 404 for any other name. */
  package: { method: 'GET', path: '/-/packages/:file', role: 'any' },
  /**
   * Query `app`, `release` (a digest, or the start of one), `since` (ms since the epoch), `limit` (default 50, at most
   * 200). Answers `ErrorGroupList`, the last seen first: of a team's token those of its app, also without `app`; 403
   * for another app.
   */
  errors: { method: 'GET', path: '/-/errors', role: 'any' },
  /**
   * `:id` as the error screen shows it. Answers `ErrorGroupList`: of every release that had it, as far as the token may
   * see; else 404.
   */
  error: { method: 'GET', path: '/-/errors/:id', role: 'any' },
  /** Answers Prometheus' text format. */
  metrics: { method: 'GET', path: '/-/metrics', role: 'any' },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

/** Type of a pack's body. */
export const PACK_TYPE = 'application/gzip';

/** Type of an answer in lines. */
export const LINES_TYPE = 'application/x-ndjson';

/** The admission that runs while others wait. */
export interface Ahead {
  kind: 'publish' | 'check' | 'preview';
  apps: string[];
  /** When it began, in milliseconds since the epoch. */
  since: number;
}

/** The release waits for its turn. */
export interface WaitingLine {
  waiting: Ahead;
}

/** The end of an answer in lines: what a client that takes no lines is answered, with its status. */
export type LastLine = { status: number; verdict: Verdict } | { status: number; error: OperationError };

/** Most bytes of all files of one release below `client/`, unless the operator allows another number. */
export const MOST_CLIENT_BYTES = 32 * MB;

/** The largest number that an operator may allow, in megabytes: a pack of releases has 512 MB at most. */
export const MOST_FILES_MB = 256;

/** Largest sizes of one pack (all its releases together), in bytes unless the name says otherwise. */
export const PACK_LIMITS = {
  /** Compressed, as sent. */
  packedBytes: 256 * 1024 * 1024,
  /** Unpacked, all files together. */
  unpackedBytes: 512 * 1024 * 1024,
  /** One file. */
  fileBytes: 16 * 1024 * 1024,
  /** One `release.json`: it is parsed while visitors wait. */
  manifestBytes: 2 * 1024 * 1024,
  /** Number of files, all releases together. */
  files: 30_000,
  /** Number of releases. */
  releases: 32,
} as const;

/** Of the tags that one call invalidates. */
export const INVALIDATION = { tags: 100, tag: UPSTREAM_TAG } as const;

/** Body of every answer that is not 2xx or a refused `Verdict`. */
export interface OperationError {
  status: number;
  /** Of a catalogue in `errors/`. */
  code: string;
  message: string;
  /** The fix. */
  fix?: string;
}

/** Answer of every change that worked. */
export interface Change {
  /** One line for people: the new state. */
  message: string;
  /** Id of the live composition after it. */
  composition?: string;
  /** Digests, for a change of an app's live release. */
  from?: string;
  to?: string;
}

/** Answer of `GET /-/packages`. */
export interface PackageList {
  /** Names of tarballs, with their versions: `voltframe-kit-1.0.0.tgz`. */
  packages: string[];
}

/** Answer of `GET /-/icons`. */
export interface IconList {
  /** `lucide:arrow-right` */
  icons: string[];
}

/**
 * Address of a call below the operations port.
 * @param parameters values of the path's `:name` parameters, percent-encoded here (commas of `:apps` are kept).
 * @param query undefined values are left out.
 * @returns path and query: `/-/releases/blog,legal?check=1`
 */
export function operationPath(
  name: OperationName,
  parameters: Record<string, string> = {},
  query: Record<string, string | number | undefined> = {},
): string {
  const path = OPERATIONS[name].path.replace(/:([a-z\d]+)/g, (_, key: string) =>
    encodeURIComponent(parameters[key] ?? '').replaceAll('%2C', ','),
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}

export interface RecordedAnswers {
  answers: RecordedAnswer[];
}
