import sharp from 'sharp'

/** A PNG of the minimum size that an upload accepts. */
export const testImage = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#b3261a' } })
  .png()
  .toBuffer()
