import { defineErrors } from './define-errors.ts';

/**
 * Why a release cannot be read, whether it lies in a folder, at an origin or in a pack: read by the team that
 * publishes.
 */
export const packagingErrors = defineErrors(
  'PACK',
  {
    NO_RELEASE: {
      message: 'No release in {folder}',
      why: 'Neither the folder nor its dist/ holds a release.json.',
      fix: 'Build the app first (mfe build), or name the folder of the app.',
    },
    MANIFEST_INVALID: {
      message: '{app}: release.json is not valid: {reason}',
      why: 'A release is described by its release.json; nothing can be taken in without it.',
      fix: 'Build the app with the kit of this platform; do not edit the release folder.',
    },
    CONTRACT: {
      status: 422,
      message: '{app}: the release is built for contract {contract}; this gateway takes {oldest} to {newest}',
      why: 'A gateway takes what was built for its own version of the contract between kit and gateway, and for the two before it.',
      fix: 'Build it with the kit of this gateway: npm install <its operations port>/-/packages/{kit}. A release for a later version has to wait until the gateway is upgraded.',
    },
    DIGEST_WRONG: {
      message: '{app}: the digest in release.json is not the digest of its content',
      why: 'A release is named by what it is; a name that does not fit would break rollback and caches.',
      fix: 'Build the app again; do not edit the release folder.',
    },
    APP_TWICE: {
      message: 'Two releases of {app}',
      why: 'A pack holds at most one release of an app.',
      fix: 'Name each app once.',
    },
    NOT_GZIP: {
      status: 415,
      message: 'The body is not compressed by gzip',
      why: 'A pack is a gzip-compressed tar archive.',
      fix: 'Publish with mfe publish, or send what packReleases of the kit writes.',
    },
    DAMAGED: {
      message: 'The pack is damaged: {reason}',
      why: 'It cannot be decompressed, or what comes out is no tar archive.',
      fix: 'Send it again; if it stays, check what stands between the two sides.',
    },
    TRUNCATED: {
      message: 'The pack ends too early',
      why: 'The connection broke, or the archive was cut.',
      fix: 'Send it again.',
    },
    TOO_LARGE: {
      status: 413,
      message: 'Too large: {what} is more than {limit}',
      why: 'Releases and packs are limited so that none can fill the memory or the disk of the gateway.',
      fix: 'Publish fewer apps at once, or move large files out of the release.',
    },
    ENTRY_TYPE: {
      message: 'The pack holds {name}, a {type}',
      why: 'Releases consist of plain files; links, folders and devices could lead out of them.',
      fix: 'Pack the release folder with mfe publish.',
    },
    ENTRY_NAME: {
      message: 'The pack holds a file with an unsafe name: {name}',
      why: "Names are the app's, then release.json or a path below client/, server/, data/ or maps/, without traversal, drive, backslash or hidden parts.",
      fix: 'Pack the release folder with mfe publish.',
    },
    ENTRY_TWICE: {
      message: 'The pack holds {name} twice',
      why: 'Which of the two is meant cannot be known.',
      fix: 'Pack the release folder with mfe publish.',
    },
    MANIFEST_LATE: {
      message: 'The pack holds {name} before the release.json of its app',
      why: 'release.json says which files may follow, so it comes first.',
      fix: 'Pack the release folder with mfe publish.',
    },
    FILE_UNLISTED: {
      message: '{app}: {file} is not named in release.json',
      why: 'Nothing is taken in that the release does not name.',
      fix: 'Build the app again; do not add files to the release folder.',
    },
    FILE_WRONG: {
      message: '{app}: {file} is not what release.json says: {reason}',
      why: 'Every file is checked against its size and sha-256, so that visitors get exactly what was built.',
      fix: 'Build the app again, and send it again when the build has ended.',
    },
    ENCODING_WRONG: {
      message: '{app}: {file} is not the compressed form of {base}',
      why: 'Browsers are sent the compressed body of a file. It is compared with the file, which is what the checks read.',
      fix: 'Build the app again. Do not change files of a release after the build.',
    },
    FILE_MISSING: {
      message: '{app}: {file} is named in release.json but is not there',
      why: 'A release is taken in whole or not at all.',
      fix: 'Build the app again, and send it again when the build has ended.',
    },
    UNREADABLE: {
      status: 502,
      message: '{app}: its source cannot be read: {reason}',
      why: 'The folder or the origin that the release comes from did not give it.',
      fix: 'Look at the network or the storage if it stays; it is tried again.',
    },
    APP_UNEXPECTED: {
      message: 'The pack holds a release of {app}, which the request does not name',
      why: 'The address says which apps are published, and the token was checked for these.',
      fix: 'Name every packed app in the address: PUT /-/releases/blog,legal.',
    },
    APP_MISSING: {
      message: 'The pack holds no release of {app}, which the request names',
      why: 'What is published as one has to arrive as one.',
      fix: 'Put every app that the address names into the pack.',
    },
    KEY_INVALID: {
      message: 'This is no {what}: {reason}',
      why: 'Releases are signed with Ed25519 keys as mfe key makes them.',
      fix: 'Make a pair with mfe key; the private key stays with whoever signs, the public one goes to an operator.',
    },
    SIGNATURE_MISSING: {
      message: '{app}: the release is not signed',
      why: 'A key was registered for this app; since then its releases need a signature.',
      fix: 'Build or publish it with --key, or with MFE_SIGNING_KEY set.',
    },
    SIGNATURE_INVALID: {
      message: '{app}: release.sig is no signature',
      why: 'It is one line: ed25519, the id of the key, the signature.',
      fix: 'Sign the release again: mfe build or mfe publish with --key.',
    },
    SIGNATURE_KEY: {
      message: '{app}: the release is signed by the key {key}, which does not count: {reason}',
      why: "A release is taken in only when one of its app's registered keys signed it.",
      fix: 'Sign it with a key that mfe key list shows as good, or have an operator register this one.',
    },
    SIGNATURE_WRONG: {
      message: '{app}: the signature by the key {key} is not of this release',
      why: 'It was made for another app or another digest, or the release was changed after it was signed.',
      fix: 'Sign this build: mfe build or mfe publish with --key.',
    },
    SIGNATURE_LATE: {
      message: 'The pack holds {name} after the release.json of its app',
      why: 'Whether a release is taken in is decided before its files are read.',
      fix: 'Pack the release folder with mfe publish.',
    },
  },
  400,
);
