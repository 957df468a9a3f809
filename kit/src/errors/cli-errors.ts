import { defineErrors } from './define-errors.ts';

/** Errors of `mfe`, besides those of the build. */
export const cliErrors = defineErrors(
  'CLI',
  {
    USAGE: {
      message: '{reason}',
      why: 'The command line is invalid.',
      fix: 'See {help}.',
    },
    TOKEN_MISSING: {
      status: 401,
      message: 'MFE_TOKEN is not set',
      why: 'Every call of the operations port needs a token. mfe reads it only from the environment, so that it is not in the shell history or the process list.',
      fix: 'Set MFE_TOKEN to the token of your team. An operator creates one with mfe token create.',
    },
    GATEWAY_INVALID: {
      message: "MFE_GATEWAY is '{value}', which is not an http(s) address",
      why: 'MFE_GATEWAY is the address of the operations port of the gateway.',
      fix: 'Set it to an address such as http://127.0.0.1:3001.',
    },
    SETTING_INVALID: {
      message: "{name} is '{value}'",
      why: 'The setting must be {expected}.',
      fix: 'Set it to {expected}, or leave it out for its default.',
    },
    DEVELOPMENT_BUILD: {
      status: 422,
      message: '{folder} contains a development build of {app}',
      why: 'Development builds are not minified or measured. Only the gateways of `npm run dev` and `mfe dev` accept them.',
      fix: 'Build it without --dev and --watch: {build}.',
    },
    BUILD_STALE: {
      status: 422,
      message: '{file} has changed since {app} was built',
      why: 'The live release would differ from the sources in the folder.',
      fix: 'Build it again: {build}.',
    },
    TYPES: {
      status: 422,
      message: '{app} has type errors:\n{reason}',
      why: 'tsc checks the app with the tsconfig.json of its folder. The build itself does not check types.',
      fix: 'Correct the lines that the message names.',
    },
    SECRET: {
      status: 422,
      message: 'Secret in {file} of {app}, line {line}: {what}, {shown}',
      why: 'A build is sent to visitors or stored with the release. mfe did not send this release.',
      fix: 'Remove the secret and build again. List a public value in `notSecret` of the mfe.config.ts, with the reason.',
    },
    UNREACHABLE: {
      status: 503,
      message: 'Cannot reach the gateway at {gateway}: {reason}',
      why: 'No server responds at this address, or the connection broke.',
      fix: 'Check that the gateway runs and that MFE_GATEWAY is the address of its operations port.',
    },
    INTERRUPTED: {
      status: 499,
      message: '{outcome}',
      why: 'The command was interrupted (Ctrl-C, SIGTERM) while it waited for the gateway.',
      fix: '{advice}',
    },
    TOKEN_REFUSED: {
      status: 401,
      message: 'The gateway refuses this token',
      why: 'The token is wrong, expired or revoked. The gateway does not say which.',
      fix: 'Check MFE_TOKEN. An operator lists all tokens with mfe token list.',
    },
    TOKEN_RIGHT: {
      status: 403,
      message: '{message}',
      why: 'The token is valid but lacks this permission.',
      fix: 'Set MFE_TOKEN to a token with this permission. An operator creates one with mfe token create.',
    },
    NOT_OPERATIONS: {
      status: 502,
      message: 'The server at {gateway} is not an operations port (status {answered})',
      why: 'The response is not that of an operations port. Often the address is the port of the site.',
      fix: 'Set MFE_GATEWAY to the operations port (OPS_PORT of the gateway, default 3001).',
    },
    DATABASE_AWAY: {
      status: 503,
      message: '{message}',
      why: 'The gateway responds, but its database does not. Nothing was changed.',
      fix: '{advice}',
    },
    REFUSED: {
      status: 409,
      message: '{message}',
      why: 'The gateway refused the request ({reason}).',
      fix: '{advice}',
    },
    PROMOTE_FROM: {
      status: 409,
      message: 'Cannot copy {release} of {app} from {from}: {reason}',
      why: 'mfe can copy a release only from a gateway on which it is live or previewed.',
      fix: '{advice}',
    },
    NAME_INVALID: {
      message: "'{name}' cannot be the name of an app: {reason}",
      why: 'The name becomes part of a folder, addresses and class names.',
      fix: 'Use a short name in lower case without the prefix mfe-, such as careers or case-studies.',
    },
    NAME_TAKEN: {
      status: 409,
      message: "'{name}' is taken: {where}",
      why: 'Names of apps are unique in the site.',
      fix: 'Use another name.',
    },
    FOLDER_TAKEN: {
      status: 409,
      message: '{folder} has a {taken} already',
      why: 'Outside the checkout of the site, mfe new creates a repository and overwrites no files.',
      fix: 'Run mfe new in an empty folder.',
    },
    UPGRADE_NONE: {
      status: 404,
      message: 'The gateway at {gateway} has no kit and gateway of the same version',
      why: 'The gateway serves the packages in PACKAGES_DIR. Its image contains its own two packages.',
      fix: 'Ask the operator for both packages of one version.',
    },
    UPGRADE_FAILED: {
      status: 500,
      message: 'The upgrade to {version} failed: {reason}',
      why: 'package.json and the lock file are restored. node_modules can differ.',
      fix: 'Read the output of the package manager above. Add a token for the packages to .npmrc and run mfe upgrade again, or reinstall the earlier packages.',
    },
    NO_GATEWAY: {
      message: 'No gateway for {folder}: @voltframe/gateway is not installed there',
      why: 'A local gateway serves the app inside the live site: the gateway of the checkout, elsewhere the package.',
      fix: 'Run the command in the folder of the app and add the package to its devDependencies. GET /-/packages of the operations port lists its address.',
    },
    LOCK_INVALID: {
      message: '{file} cannot be read',
      why: 'mfe sync writes this file. Without it mfe does not know which parts of the site the app uses.',
      fix: 'Restore it from the repository, or delete it and run mfe sync.',
    },
    PORT_IN_USE: {
      status: 409,
      message: 'Port {port} is in use',
      why: 'Another program listens there.',
      fix: 'Stop that program, or set PORT to another port.',
    },
    GATEWAY_FAILED: {
      status: 500,
      message: 'The local gateway did not start: {reason}',
      why: 'The local gateway serves your app inside the live site.',
      fix: 'Correct the reason in the message.',
    },
    NO_BROWSER: {
      message: 'The check in Chromium cannot start: {reason}',
      why: '--browser opens every page of the app in Chromium with playwright, which is not part of the kit.',
      fix: 'Install it: npm i -D playwright (in the checkout pnpm add -wD playwright), then npx playwright install chromium; or leave out --browser.',
    },
    UNEXPECTED: {
      status: 500,
      message: '{reason}',
      why: 'An unexpected error: a defect of mfe or of a program that it runs.',
      fix: 'Run the command without --json to see the stack, and report the error.',
    },
  },
  400,
);
