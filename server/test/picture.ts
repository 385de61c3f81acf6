import sharp from 'sharp'

/** As small as a picture may be that an upload takes. */
export const testImage = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#b3261a' } })
  .png()
  .toBuffer()
