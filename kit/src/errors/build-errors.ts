import { defineErrors } from './define-errors.ts';

/** Errors of a build, for the team that builds the app, in its terminal or its CI. */
export const buildErrors = defineErrors(
  'BUILD',
  {
    CONFIG_MISSING: {
      message: 'No mfe.config.ts at {file}',
      why: 'The folder is not an app, or the command ran in the wrong folder.',
      fix: 'Run it in the folder of an app, or name the folder: mfe build <folder>.',
    },
    CONFIG_INVALID: {
      message: '{file}: {reason}',
      why: 'The build refuses a configuration that no gateway can serve.',
      fix: 'Change the field that the message names.',
    },
    SHARED_VERSION: {
      message: '{app} declares {module} {declared} in its package.json, and {version} is what will run',
      why: 'The shell provides one version of each shared module for all apps. The installed version of an app is only used for types.',
      fix: 'Declare a range that includes {version}, and correct what no longer fits.',
    },
    CONTENT_INVALID: {
      message: '{file}: {field}: {reason}',
      why: 'The build checks content against its schema in mfe.config.ts.',
      fix: 'Correct the field in the file, or correct the schema.',
    },
    ISLANDS: {
      message: 'Islands of {app}:\n{reason}',
      why: 'Browsers do not run the component of an island that is not interactive, so its event handlers have no effect.',
      fix: 'Set `interactive: true` for the island in mfe.config.ts, use a link or a form, or remove the handler.',
    },
    IMAGES: {
      message: 'Images of {app}:\n{reason}',
      why: 'Visitors would see a gap, a slow page or moving text. Browsers do not report this.',
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
      why: 'webpack reported these errors.',
      fix: 'Correct the code that the message names.',
    },
  },
  500,
);
