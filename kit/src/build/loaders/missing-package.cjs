/**
 * In place of a loader whose package a team installs when it needs it.
 * @throws with the file and the package
 */
module.exports = function missingPackage() {
  const { name } = this.getOptions();
  const file = this.utils.contextify(this.rootContext, this.resourcePath).replace(/^\.\//, '');
  const message = `${file} needs the package "${name}", which is not installed in the app: npm install --save-dev ${name}, and restart \`mfe dev\``;
  throw Object.assign(new Error(message), { hideStack: true });
};
