import { defineErrors } from './define-errors.ts';

/** Errors of `mfe`, besides those of the build. */
export const cliErrors = defineErrors(
  'CLI',
  {
    USAGE: {
      message: '{reason}',
      why: 'The command line cannot be understood.',
      fix: 'See mfe {command} --help.',
    },
    TOKEN_MISSING: {
      status: 401,
      message: 'MFE_TOKEN is not set',
      why: 'Every call of the operations port needs a token. It is taken from the environment only, so that it stays out of the shell history and the process list.',
      fix: 'Set MFE_TOKEN to the token of your team; an operator makes one with mfe token create.',
    },
    GATEWAY_INVALID: {
      message: "MFE_GATEWAY is '{value}', which is not an http(s) address",
      why: 'It names the operations port of the gateway.',
      fix: 'Set it to an address such as http://127.0.0.1:3001.',
    },
    SETTING_INVALID: {
      message: "{name} is '{value}'",
      why: 'The setting has to be {expected}.',
      fix: 'Correct it, or leave it out for its default.',
    },
    DEVELOPMENT_BUILD: {
      status: 422,
      message: '{folder} holds a development build of {app}',
      why: 'It is neither minified nor measured, and no gateway but that of `npm run dev` and `mfe dev` takes it.',
      fix: 'Build it without --dev and --watch: {build}.',
    },
    BUILD_STALE: {
      status: 422,
      message: '{file} is not what it was when {app} was built',
      why: 'What goes live would not be what the folder says.',
      fix: 'Build it again: {build}.',
    },
    TYPES: {
      status: 422,
      message: '{app} has type errors:\n{reason}',
      why: 'tsc checks the app alone, by the tsconfig.json of its folder; the build leaves types out without looking at them.',
      fix: 'Correct the lines that the message names.',
    },
    SECRET: {
      status: 422,
      message: '{file} of {app}, line {line}, holds {what}: {shown}',
      why: 'What is in a build is sent to every visitor, or kept with the release. It was not sent.',
      fix: 'Take it out and build again. What is public belongs into `notSecret` of the mfe.config.ts, with the reason.',
    },
    UNREACHABLE: {
      status: 503,
      message: 'Cannot reach the gateway at {gateway}: {reason}',
      why: 'Nothing answers there, or the connection broke.',
      fix: 'Check that it runs and that MFE_GATEWAY is the address of its operations port.',
    },
    INTERRUPTED: {
      status: 499,
      message: '{outcome}',
      why: 'The command was told to end (Ctrl-C, SIGTERM) while it waited for the gateway.',
      fix: '{advice}',
    },
    TOKEN_REFUSED: {
      status: 401,
      message: 'The gateway refuses this token',
      why: 'It is wrong, expired or revoked. The gateway does not say which.',
      fix: 'Check MFE_TOKEN; an operator sees all tokens with mfe token list.',
    },
    TOKEN_RIGHT: {
      status: 403,
      message: '{message}',
      why: 'The token works, but not for this.',
      fix: 'Set MFE_TOKEN to a token that may; an operator makes one with mfe token create.',
    },
    NOT_OPERATIONS: {
      status: 502,
      message: 'What answers at {gateway} is no operations port (status {answered})',
      why: 'The answer is not what a gateway says there; often it is the port of the site.',
      fix: 'Set MFE_GATEWAY to the operations port (OPS_PORT of the gateway, default 3001).',
    },
    DATABASE_AWAY: {
      status: 503,
      message: '{message}',
      why: 'The gateway answers, and its database does not. Nothing was changed.',
      fix: '{advice}',
    },
    REFUSED: {
      status: 409,
      message: '{message}',
      why: 'The gateway did not do it ({reason}).',
      fix: '{advice}',
    },
    PROMOTE_FROM: {
      status: 409,
      message: '{from} does not give {release} of {app}: {reason}',
      why: 'A release is carried over from a gateway that admitted it: where it is live, or can be looked at in a preview.',
      fix: '{advice}',
    },
    NAME_INVALID: {
      message: "'{name}' cannot be the name of an app: {reason}",
      why: 'The name becomes a folder, a part of addresses and of class names.',
      fix: 'Take a short one in lower case, such as careers or case-studies; without mfe- in front.',
    },
    NAME_TAKEN: {
      status: 409,
      message: "'{name}' is taken: {where}",
      why: 'Names of apps are unique in the site.',
      fix: 'Take another name.',
    },
    FOLDER_TAKEN: {
      status: 409,
      message: '{folder} has a {taken} already',
      why: 'Outside of the checkout of the site, mfe new writes a whole repository, and nothing over what somebody wrote.',
      fix: 'Run it in an empty folder.',
    },
    UPGRADE_NONE: {
      status: 404,
      message: 'The gateway at {gateway} has no version that kit and gateway both have',
      why: 'It hands out the packages of the folder PACKAGES_DIR; an image has its own two.',
      fix: 'Ask the operator for both packages of one version.',
    },
    UPGRADE_FAILED: {
      status: 500,
      message: 'The upgrade to {version} failed: {reason}',
      why: 'package.json and the lock file are as they were before; node_modules may not be.',
      fix: 'Read what the package manager says above. With a token for its addresses in .npmrc, call mfe upgrade again, or install what was there.',
    },
    NO_GATEWAY: {
      message: 'No gateway for {folder}: @voltframe/gateway is not installed there',
      why: 'The app is shown inside the live site, which a gateway on this machine serves: that of the checkout of the site, elsewhere the package.',
      fix: 'Run it in the folder of the app, with the package among its devDependencies. The gateway of the site hands it out: GET /-/packages of its operations port names it.',
    },
    NOT_INSTALLED: {
      status: 500,
      message: 'mfe {command} needs {what}, which is not installed',
      why: 'What talks to a gateway needs Node alone; building, serving and browsers need the dependencies of the app.',
      fix: 'Install them: npm ci; in the checkout of the site npm run pnpm -- install --frozen-lockfile.',
    },
    LOCK_INVALID: {
      message: '{file} cannot be read',
      why: 'It is not as mfe sync writes it: what the app counts on of the site is not known.',
      fix: 'Take it from the repository again, or delete it and run mfe sync.',
    },
    PORT_IN_USE: {
      status: 409,
      message: 'Port {port} is in use',
      why: 'Another program listens there.',
      fix: 'Stop it, or set PORT to another one.',
    },
    GATEWAY_FAILED: {
      status: 500,
      message: 'The local gateway did not start: {reason}',
      why: 'It serves your app inside the live site; without it there is nothing to see.',
      fix: 'Correct what it says.',
    },
    NO_BROWSER: {
      message: 'No Chromium to check with: {reason}',
      why: '--browser opens every page of the app in Chromium, by playwright, which is not part of the kit.',
      fix: 'Install it: npm i -D playwright (in the checkout pnpm add -wD playwright), then npx playwright install chromium; or leave out --browser.',
    },
    UNEXPECTED: {
      status: 500,
      message: '{reason}',
      why: 'An error of no catalogue: a defect of mfe, or of what it runs.',
      fix: 'Run it without --json to see where it came from; report it.',
    },
  },
  400,
);
