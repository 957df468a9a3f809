import sharp from 'sharp';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** The header of a PNG, the only part that is read. @param bytes of the whole file */
export function pngOf(width: number, height: number, bytes = 100): Buffer {
  const body = Buffer.alloc(bytes);
  SIGNATURE.copy(body);
  body.writeUInt32BE(13, 8);
  body.write('IHDR', 12, 'ascii');
  body.writeUInt32BE(width, 16);
  body.writeUInt32BE(height, 20);
  return body;
}

export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="9000"><path d="M0 0"/></svg>',
);

/** A real picture: a gradient. @param alpha whether parts are transparent */
export function pictureOf(
  width: number,
  height: number,
  format: 'jpeg' | 'png' = 'jpeg',
  alpha = false,
): Promise<Buffer> {
  const channels = alpha ? 4 : 3;
  const pixels = Buffer.alloc(width * height * channels, 255);
  for (let at = 0; at < width * height; at++)
    for (let channel = 0; channel < channels; channel++)
      pixels[at * channels + channel] = (at * (channel + 1)) % 251;
  return sharp(pixels, { raw: { width, height, channels } }).toFormat(format).toBuffer();
}
