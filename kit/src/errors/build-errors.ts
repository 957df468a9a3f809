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
      message:
        '{app} uses {module} {declared} (its package.json, or the installed package), but the site runs {version}',
      why: 'The shell provides one version of each shared module for all apps. The installed version of an app is only used for types.',
      fix: 'Declare a range that includes {version}, install it, and correct what no longer fits.',
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
      why: 'Visitors would see a gap or a slow page. Browsers do not report this.',
      fix: 'Correct the line that the message names. Save a broken image again, and shrink a large one: at most 25,000,000 bytes and 50,000,000 pixels, or 500,000 and 4,000,000 if the build makes no versions of it.',
    },
    PUBLIC: {
      message: '{file}: {reason}',
      why: 'The path of a file in public/ is its address. It must be below the first segment of a page of the app.',
      fix: 'Move or rename the file, or make it smaller.',
    },
    CLIENT_SIZE: {
      message: 'The files for browsers of {app} have {bytes} bytes together, {limit} are allowed: {largest}',
      why: 'Each gateway stores and reads all files, also files without a route. The operator sets the limit (RELEASE_FILES_MB).',
      fix: 'Remove unused files, compress pictures, or serve large files from another site. If the gateway allows more, set RELEASE_FILES_MB to the same number for mfe build.',
    },
    SERVER_SIZE: {
      message:
        'The code of {app} for the server has {bytes} bytes, {limit} are allowed. The largest modules: {largest}',
      why: 'The render process of an app holds its code, and a gateway takes no larger file. Code that only effects and clicks use is in it when a page imports it at the top.',
      fix: 'Load what the server does not render by `import()` in an effect, or use a smaller package.',
    },
    FONT: {
      message: 'The font {file}: {reason}',
      why: 'The build reduces a font to the characters of its `text`. The source has at most 5,000,000 bytes, the result at most 50,000, because each visitor of its pages loads it.',
      fix: 'Correct the name of the file in `fonts` of mfe.config.ts, save the font again, or list fewer characters in its `text`.',
    },
    COMPILE_FAILED: {
      message: 'The {side} build of {app} failed:\n{reason}',
      why: 'webpack reported these errors.',
      fix: 'Correct the code that the message names.',
    },
  },
  500,
);
