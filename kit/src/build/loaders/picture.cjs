/**
 * Gives a module that imports an image what `Picture` says, and takes its files into the build.
 * @throws what is wrong with the image
 */
module.exports = async function picture(body) {
  const { pictures, pictureModule, emit } = this.getOptions();
  const name = this.utils.contextify(this.rootContext, this.resourcePath);
  const placed = await pictures(this.resourcePath, name, body);
  if (typeof placed === 'string') throw Object.assign(new Error(placed), { hideStack: true });
  for (const [file, bytes] of emit ? placed.files : [])
    this.emitFile(file.slice('client/'.length), bytes, undefined, { contenthash: 'bytes', immutable: true });
  return pictureModule(placed.picture);
};
module.exports.raw = true;
