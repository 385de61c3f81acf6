import { ApiError } from '@na-regua/contract/errors'
import { IMAGE_BYTES } from '@na-regua/contract/images'
import type { Metadata, Sharp } from 'sharp'
import { createConcurrencyQueue } from './concurrency-queue.ts'

const IMAGE_PIXELS = 25_000_000
/** Its decoder holds all of it four times over: 8 Mpx cost what 25 Mpx of the others do, measured 145 MB. */
const AVIF_PIXELS = 8_000_000

export type ImageFormat = 'webp' | 'avif'
/** `asked` is the width of the plan; `width` is less where the upload is smaller. */
export type EncodedImage = { asked: number; width: number; height: number; format: ImageFormat; bytes: Buffer }

type Plan = {
  /** square: the middle of the picture. whole: all of it. */
  shape: 'square' | 'whole'
  /** Pixels; a picture that is smaller is never blown up. */
  widths: readonly number[]
  formats: readonly ImageFormat[]
}

// One picture at a time and nothing kept between two: what a process may need for pictures is known beforehand.
const inLine = createConcurrencyQueue({ atOnce: 1, longest: 20 })
const decoding = { limitInputPixels: IMAGE_PIXELS, sequentialRead: true, failOn: 'error', animated: false } as const

/** At the first picture and not at the start: most processes wait long for it, and the decoders take their time and memory. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp
}

/**
 * Draws an upload anew in every width and format of the plan, upright, in sRGB, and without a byte of what it carried
 * besides its pixels. JPEG, PNG, WebP and AVIF are known by their bytes, whatever name and type came with them.
 * Throws IMAGE_INVALID, IMAGE_TOO_LARGE (bytes) or IMAGE_TOO_DETAILED (pixels).
 */
export async function encodeImages(upload: Buffer, plan: Plan): Promise<EncodedImage[]> {
  if (upload.length > IMAGE_BYTES) throw new ApiError('IMAGE_TOO_LARGE')
  const format = formatOf(upload)
  if (!format) throw new ApiError('IMAGE_INVALID')
  return inLine(() => draw(upload, format, plan).catch(refuse))
}

/** Told by the first bytes, so that no decoder is ever asked about SVG, GIF, PDF or a page that says it is a picture. */
function formatOf(bytes: Buffer): Metadata['format'] | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return bytes.toString('latin1', 4, 12) === 'ftypavif' ? 'heif' : undefined
}

async function draw(upload: Buffer, format: Metadata['format'], { shape, widths, formats }: Plan) {
  const sharp = await loadSharp()
  const metadata = await sharp(upload, decoding).metadata()
  if (metadata.format !== format || (metadata.pages ?? 1) > 1) throw new ApiError('IMAGE_INVALID')
  if (format === 'heif' && metadata.compression !== 'av1') throw new ApiError('IMAGE_INVALID')
  const most = format === 'heif' ? AVIF_PIXELS : IMAGE_PIXELS
  if (metadata.width * metadata.height > most) throw new ApiError('IMAGE_TOO_DETAILED')
  const master = await shrink(upload, metadata, { shape, widest: Math.max(...widths) })
  const pictures: EncodedImage[] = []
  // One after the other: together they would need all of their memory at once.
  for (const asked of widths) {
    for (const kind of formats) {
      const width = Math.min(asked, sideOf(master, shape))
      // A small picture is the same in every width beyond its own.
      const twin = pictures.find((picture) => picture.format === kind && picture.width === width)
      pictures.push(twin ? { ...twin, asked } : await encode(master, { shape, asked, kind }))
    }
  }
  return pictures
}

/** What most of a picture's pixels look like, as six hexadecimal digits. */
export async function dominantColor(picture: Buffer): Promise<string> {
  const sharp = await loadSharp()
  const { dominant } = await sharp(picture).stats()
  return [dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')
}

type Most = { shape: Plan['shape']; widest: number }
type Master = { pixels: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 }

/**
 * Decodes once, line by line, down to what the largest size needs; only then is it turned upright: turning the original
 * would hold all of its pixels.
 */
async function shrink(upload: Buffer, { width, height, orientation = 1 }: Metadata, most: Most): Promise<Master> {
  const sharp = await loadSharp()
  const isSideways = orientation >= 5
  const [shownWidth, shownHeight] = isSideways ? [height, width] : [width, height]
  const side = sideOf({ width: shownWidth, height: shownHeight }, most.shape)
  const scale = Math.min(1, most.widest / side)
  const small = await sharp(upload, decoding)
    .resize({
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
      fit: 'fill',
    })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { data, info } = await upright(sharp(small.data, { raw: small.info }), orientation)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height, channels: info.channels }
}

/** The eight ways in which a camera may have been held (EXIF 2.3, tag 0x0112). */
function upright(picture: Sharp, orientation: number): Sharp {
  const isMirrored = [2, 4, 5, 7].includes(orientation)
  const angle = ({ 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 } as Record<number, number>)[orientation]
  const turned = angle ? picture.rotate(angle) : picture
  return isMirrored ? turned.flop() : turned
}

/** What a width of the plan is a width of. */
function sideOf({ width, height }: { width: number; height: number }, shape: Plan['shape']) {
  return shape === 'square' ? Math.min(width, height) : width
}

type Wish = { shape: Plan['shape']; asked: number; kind: ImageFormat }

async function encode(
  { pixels, width, height, channels }: Master,
  { shape, asked, kind }: Wish,
): Promise<EncodedImage> {
  const sharp = await loadSharp()
  const side = Math.min(asked, sideOf({ width, height }, shape))
  const sized = sharp(pixels, { raw: { width, height, channels } }).resize({
    width: side,
    ...(shape === 'square' && { height: side, fit: 'cover' }),
  })
  const encoded = kind === 'webp' ? sized.webp({ quality: 80 }) : sized.avif({ quality: 55, effort: 2 })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return { asked, width: info.width, height: info.height, format: kind, bytes: data }
}

/** Whatever a decoder stumbles over is no picture; what is ours to answer for goes on as it is. */
function refuse(error: Error): never {
  if (error instanceof ApiError) throw error
  throw new ApiError(/exceeds pixel limit/.test(error.message) ? 'IMAGE_TOO_DETAILED' : 'IMAGE_INVALID')
}
