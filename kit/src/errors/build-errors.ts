import { defineErrors } from './define-errors.ts';

/** Errors of a build, for the team that builds the app, in its terminal or its CI. */
export const buildErrors = defineErrors(
  'BUILD',
  {
    CONFIG_MISSING: {
      message: 'No mfe.config.ts at {file}',
      why: 'The folder is not an app, or the command ran in another folder.',
      fix: 'Run it in the folder of an app, or name the folder: mfe build <folder>.',
    },
    CONFIG_INVALID: {
      message: '{file}: {reason}',
      why: 'The config is the contract of the app; the build refuses what no gateway could serve.',
      fix: 'Change the field that the message names.',
    },
    SHARED_VERSION: {
      message: '{app} declares {module} {declared} in its package.json, and {version} is what will run',
      why: 'Shared modules come from the shell, in one version for all apps; the one that an app installs is used for its types alone.',
      fix: 'Declare a range that includes {version}, and correct what no longer fits.',
    },
    CONTENT_INVALID: {
      message: '{file}: {field}: {reason}',
      why: 'Content is checked against the schema that mfe.config.ts declares for it.',
      fix: 'Correct the field in the file, or the schema where the content is right.',
    },
    ISLANDS: {
      message: 'Islands of {app}:\n{reason}',
      why: 'An island is HTML without JavaScript unless it is interactive: no browser runs its component, so that what a visitor clicks on is dead.',
      fix: 'Declare the island `interactive: true` in mfe.config.ts, or make it a link or a form; what only looks like an action leaves the island.',
    },
    IMAGES: {
      message: 'Images of {app}:\n{reason}',
      why: 'Visitors would see a gap, wait for megabytes, or lose the line that they read when the image comes. The browser tells nobody.',
      fix: 'Correct the line that the message names: the name of the file; its size (25,000,000 bytes and 50,000,000 pixels at most; 500,000 and 4,000,000 where it is sent as it is); a file that is broken, or no image of that kind: save it anew; or the width and height of <img>.',
    },
    PUBLIC: {
      message: '{file}: {reason}',
      why: 'A file of public/ is answered at the address that it lies at, which has to be one of the app: below the first segment of a page of it.',
      fix: 'Move or rename the file, or make it smaller.',
    },
    FONT: {
      message: 'The font {file}: {reason}',
      why: 'A font is cut down to the characters that are kept of it, and sent to each visitor of the pages that are set in it: 50,000 bytes at most, of a source of 5,000,000.',
      fix: 'Correct the name of the file in the fonts of mfe.config.ts, save the font anew, or name fewer characters in its text.',
    },
    COMPILE_FAILED: {
      message: 'The {side} build of {app} failed:\n{reason}',
      why: 'webpack reported errors.',
      fix: 'Correct the code that the message names.',
    },
  },
  500,
);
