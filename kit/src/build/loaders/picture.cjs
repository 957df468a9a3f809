/**
 * Gives a module that imports an image what `Picture` says, and takes its files into the build.
 * @throws what is wrong with the image
 */
module.exports = async function picture(body) {
  const { pictures, emit } = this.getOptions();
  const name = this.utils.contextify(this.rootContext, this.resourcePath);
  const placed = await pictures(this.resourcePath, name, body);
  if (typeof placed === 'string') throw Object.assign(new Error(placed), { hideStack: true });
  for (const [file, bytes] of emit ? placed.files : [])
    this.emitFile(file.slice('client/'.length), bytes, undefined, { contenthash: 'bytes', immutable: true });
  const data = JSON.stringify(placed.picture);
  // As a text it is its address, for a plain <img src={photo}>; as JSON it is its data.
  return `export default /*#__PURE__*/ Object.defineProperty(${data}, 'toString', { value() { return this.src; } });`;
};
module.exports.raw = true;
