const { svgComponent } = require('../images/svg-component.ts');

/**
 * Makes a component of a drawing: `import Logo from './logo.svg?react'`.
 * @throws what is wrong with the drawing
 */
module.exports = function component(source) {
  const name = this.utils.contextify(this.rootContext, this.resourcePath);
  try {
    return svgComponent(name, source);
  } catch (error) {
    throw Object.assign(error, { hideStack: true });
  }
};
