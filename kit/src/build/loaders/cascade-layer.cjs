const path = require('node:path');
const { checkStylesheet } = require('../../packaging/check-stylesheet.ts');
const { foreignFiles } = require('../../packaging/foreign-files.ts');
const { nestWithSigns, scopeStyles } = require('../scope-styles.ts');
const { takeImports, takeValues } = require('../stylesheet-imports.ts');

/**
 * First comes what the shell lays under every page, then the apps, then its layout: no app outranks header or footer.
 */
const ORDER = '@layer base, remotes, layout;';
// Strings and addresses are kept as they are: what looks like a comment in them is none.
const COMMENT = /("(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|url\([^)]*\))|\/\*[^]*?\*\//g;

/**
 * Puts a stylesheet into its place in the cascade. That of a remote whose selectors all have a class of its own stays
 * as it is; any other is limited to the scope of the app. Comments stay behind: visitors would load them.
 * @throws with file and line, what cannot be limited to the app
 */
module.exports = function cascadeLayer(source) {
  const { app, pictures = [] } = this.getOptions();
  const { resourcePath } = this;
  const withoutComments = (css) => css.replace(COMMENT, '$1');
  if (app === 'shell') {
    const layer = resourcePath.split(path.sep).includes('design') ? 'base' : 'layout';
    return `${ORDER}\n@layer ${layer} {\n${withoutComments(source)}\n}\n`;
  }
  const stage = /\.module\.(?:css|s[ac]ss)$/.test(resourcePath) ? 'module' : 'source';
  const file = path.relative(process.cwd(), resourcePath);
  const refuse = (issues) => {
    throw new Error(issues.map(({ line, reason }) => `${file}:${line}: ${reason}`).join('\n'));
  };
  const limit = (css) => {
    const nested = nestWithSigns(css);
    if (checkStylesheet(nested, { app, stage }).length === 0) return nested;
    const scoped = scopeStyles(nested, app, stage);
    if (scoped.issues.length > 0) refuse(scoped.issues);
    return scoped.css;
  };
  try {
    const { imports, issues, ...rest } = takeImports(source);
    const { css, values } = stage === 'module' ? takeValues(rest.css) : { css: rest.css, values: [] };
    issues.push(...foreignFiles(css, pictures));
    if (issues.length > 0) refuse(issues);
    return `${[...imports, ...values].join('')}@layer remotes.${app} {\n${withoutComments(limit(css))}\n}\n`;
  } catch (error) {
    if (error.name !== 'CssSyntaxError') throw error;
    return refuse([{ line: error.line ?? 1, reason: `it does not parse: ${error.reason}` }]);
  }
};
