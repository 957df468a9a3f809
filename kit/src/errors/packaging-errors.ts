import { defineErrors } from './define-errors.ts';

/** Errors of releases that cannot be read from a folder, an origin or a pack, for the publishing team. */
export const packagingErrors = defineErrors(
  'PACK',
  {
    NO_RELEASE: {
      message: 'No release in {folder}',
      why: 'Neither the folder nor its dist/ contains a release.json.',
      fix: 'Build the app first (mfe build), or name the folder of the app.',
    },
    MANIFEST_INVALID: {
      message: '{app}: release.json is not valid: {reason}',
      why: 'release.json describes a release. The gateway accepts no release without a valid one.',
      fix: 'Build the app with the kit of this platform; do not edit the release folder.',
    },
    CONTRACT: {
      status: 422,
      message: '{app}: the release is built for contract {contract}; this gateway takes {accepted}',
      why: 'A gateway accepts releases of its own contract version and of the one before it.',
      fix: 'Build it with the kit of this gateway: npm install <its operations port>/-/packages/{kit}. A release for a later version has to wait until the gateway is upgraded.',
    },
    DIGEST_WRONG: {
      message: '{app}: the digest in release.json does not match the content',
      why: 'The name of a release is the digest of its content. A wrong name would break rollbacks and caches.',
      fix: 'Build the app again; do not edit the release folder.',
    },
    APP_TWICE: {
      message: 'The pack contains two releases of {app}',
      why: 'A pack contains at most one release of an app.',
      fix: 'Name each app once.',
    },
    NOT_GZIP: {
      status: 415,
      message: 'The body is not compressed by gzip',
      why: 'A pack is a gzip-compressed tar archive.',
      fix: 'Publish with mfe publish, or send the output of packReleases of the kit.',
    },
    DAMAGED: {
      message: 'The pack is damaged: {reason}',
      why: 'The pack cannot be decompressed, or its content is no tar archive.',
      fix: 'Send the pack again. If the error persists, check the proxies on the way.',
    },
    TRUNCATED: {
      message: 'The pack ends too early',
      why: 'The connection broke, or the archive is truncated.',
      fix: 'Send it again.',
    },
    TOO_LARGE: {
      status: 413,
      message: 'Too large: {what} is more than {limit}',
      why: 'Limits protect the memory and the disk of the gateway.',
      fix: 'Publish fewer apps at once, or move large files out of the release.',
    },
    ENTRY_TYPE: {
      message: 'The pack contains {name}, which is not a file: {type}',
      why: 'Releases consist of plain files. Links and devices could lead to other files.',
      fix: 'Pack the release folder with mfe publish.',
    },
    ENTRY_NAME: {
      message: 'The pack contains a file with an unsafe name: {name}',
      why: 'A name is the app, then release.json or a path below client/, server/, data/ or maps/. It has no traversal, drive, backslash or hidden part.',
      fix: 'Pack the release folder with mfe publish.',
    },
    ENTRY_TWICE: {
      message: 'The pack contains {name} twice',
      why: 'The gateway cannot decide which file is correct.',
      fix: 'Pack the release folder with mfe publish.',
    },
    MANIFEST_LATE: {
      message: 'The pack contains {name} before the release.json of its app',
      why: 'release.json lists the files that can follow, so it comes first.',
      fix: 'Pack the release folder with mfe publish.',
    },
    FILE_UNLISTED: {
      message: '{app}: {file} is not listed in release.json',
      why: 'The gateway accepts only files that release.json lists.',
      fix: 'Build the app again; do not add files to the release folder.',
    },
    FILE_WRONG: {
      message: '{app}: {file} does not match release.json: {reason}',
      why: 'The gateway checks size and sha-256 of every file.',
      fix: 'Build the app again, and send it again when the build has ended.',
    },
    ENCODING_WRONG: {
      message: '{app}: {file} is not the compressed form of {base}',
      why: 'Browsers get the compressed file, and the checks read the plain file. The gateway compares both.',
      fix: 'Build the app again. Do not change files of a release after the build.',
    },
    FILE_MISSING: {
      message: '{app}: {file} is listed in release.json but missing',
      why: 'The gateway accepts only complete releases.',
      fix: 'Build the app again, and send it again when the build has ended.',
    },
    UNREADABLE: {
      status: 502,
      message: '{app}: its source cannot be read: {reason}',
      why: 'The folder or the origin of the release did not return it.',
      fix: 'The gateway tries again. If the error persists, check the network or the storage.',
    },
    APP_UNEXPECTED: {
      message: 'The pack contains a release of {app}, which the request does not name',
      why: 'The address lists the published apps, and the gateway checks the token for these apps.',
      fix: 'Name every packed app in the address: PUT /-/releases/blog,legal.',
    },
    APP_MISSING: {
      message: 'The pack contains no release of {app}, which the request names',
      why: 'Releases that are published together must be in one pack.',
      fix: 'Add every app in the address to the pack.',
    },
    KEY_INVALID: {
      message: 'This is not a {what}: {reason}',
      why: 'Releases are signed with Ed25519 keys of mfe key.',
      fix: 'Create a pair with mfe key. Keep the private key, and send the public key to an operator.',
    },
    SIGNATURE_MISSING: {
      message: '{app}: the release is not signed',
      why: 'A key is registered for this app, so its releases need a signature.',
      fix: 'Build or publish it with --key, or with MFE_SIGNING_KEY set.',
    },
    SIGNATURE_INVALID: {
      message: '{app}: release.sig is malformed',
      why: 'release.sig has one line: ed25519, the id of the key, the signature.',
      fix: 'Sign the release again: mfe build or mfe publish with --key.',
    },
    SIGNATURE_KEY: {
      message: '{app}: the release is signed by the key {key}, which is not valid: {reason}',
      why: 'The gateway accepts a release only with a signature of a registered key of its app.',
      fix: 'Sign it with a valid key of mfe key list, or ask an operator to register this key.',
    },
    SIGNATURE_WRONG: {
      message: '{app}: the signature by the key {key} does not match this release',
      why: 'The signature belongs to another app or digest, or the release was changed afterwards.',
      fix: 'Sign this build: mfe build or mfe publish with --key.',
    },
    SIGNATURE_LATE: {
      message: 'The pack contains {name} after the release.json of its app',
      why: 'The gateway decides about a release before it reads the files.',
      fix: 'Pack the release folder with mfe publish.',
    },
  },
  400,
);
