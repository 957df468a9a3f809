/** The name under which css-loader exports a class `default`, which is the name of another export. */
const DEFAULT = '(default)';
/** The exports of css-loader: of a name that is an identifier, and of another. */
const EXPORT = /^export (?:var ([\w$]+) = |\{ (_[\da-f]+) as ("(?:[^"\\]|\\.)*") \};$)/gm;

/**
 * Gives a CSS module a default export with all its names, beside the export of each: `import styles from`,
 * `import * as styles from` and `import { button } from` are all in use. In the browser's build
 * mini-css-extract-plugin has made that export.
 */
module.exports = function classNames(code) {
  if (/(?:^|;)export default /m.test(code))
    return code.replace(`${JSON.stringify(DEFAULT)}: `, '"default": ');
  const names = [...code.matchAll(EXPORT)].map(([, plain, id, quoted]) => {
    const name = plain ?? JSON.parse(quoted);
    return `${JSON.stringify(name === DEFAULT ? 'default' : name)}: ${plain ?? id}`;
  });
  return `${code}export default { ${names.join(', ')} };\n`;
};

/** @returns the name of the export of a class. */
module.exports.exportName = (name) => (name === 'default' ? DEFAULT : name);
