import { ApiError } from '@na-regua/contract/errors'
import { MAX_IMAGE_BYTES } from '@na-regua/contract/images'
import type { FastifyRequest } from 'fastify'
import type { Metadata, Sharp } from 'sharp'
import { createConcurrencyQueue } from './requests/concurrency.ts'
import { receiveUpload } from './requests/receive-upload.ts'

const IMAGE_PIXELS = 25_000_000
/**
 * The AVIF decoder needs four times the memory: 8 Mpx cost as much as 25 Mpx of the other formats, 145 MB measured. A screen of
 * 3840 × 2160 fits.
 */
const AVIF_PIXELS = 3840 * 2160
/** Decoders hold several lines of an image: a PNG of 65,535 pixels a line cost 350 MB within the limit of pixels. */
const MAX_SIDE = 8192
/** The most bytes of the pixels of an image: 25 Mpx with four channels, or half of that with 16 bits per channel. */
const IMAGE_BYTES = 100_000_000
/** The most bytes of an image that is decoded as a whole: an interlaced PNG and a progressive JPEG are stored in passes, a GIF in pieces. */
const PROGRESSIVE_BYTES = 75_000_000
/** The AVIF encoder needs some 50 bytes per pixel: a narrow image that is as wide as the others but ten times as high cost 1 GB. */
const ENCODED_PIXELS = 1600 * 1600

type ImageFormat = 'webp' | 'avif'
/** `requestedWidth` is the width of the variant; `width` is less where the upload is smaller. */
export type EncodedImage = { requestedWidth: number; width: number; height: number; format: ImageFormat; bytes: Buffer }

type ImageVariants = {
  /** square: the center of the image. whole: all of it. */
  shape: 'square' | 'whole'
  /** Pixels; smaller images are never enlarged, and high ones become narrower. */
  widths: readonly number[]
  formats: readonly ImageFormat[]
}

// One image at a time, without a cache: the memory that image processing needs is bounded.
const enqueue = createConcurrencyQueue({ concurrency: 1, maxQueued: 20 })
const decoding = { limitInputPixels: IMAGE_PIXELS, sequentialRead: true, failOn: 'error', animated: false } as const

/** The share of an image's height that may be missing at its end: the last bytes are, not a part that anyone would see. */
const MAX_MISSING = 0.03

/** Loaded for the first image instead of at start: the decoders cost time and memory. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp
}

/** The bytes of the one file of an upload, up to 5 MB. Throws IMAGE_TOO_LARGE above that, IMAGE_INVALID without a file. */
export async function readUpload(request: FastifyRequest, { schema }: { schema: { upload: string } }): Promise<Buffer> {
  const upload = await receiveUpload(request, schema.upload, { invalid: 'IMAGE_INVALID', tooLarge: 'IMAGE_TOO_LARGE' })
  return upload.bytes
}

/**
 * Re-encodes an upload in every width and format, upright, in sRGB and without metadata. JPEG, PNG, WebP, AVIF and GIF are
 * detected by their bytes; file name and content type are ignored. Of an animation the first frame is drawn.
 * Throws IMAGE_INVALID, IMAGE_TOO_LARGE (bytes) or IMAGE_TOO_DETAILED (pixels).
 */
export async function encodeImages(upload: Buffer, variants: ImageVariants): Promise<EncodedImage[]> {
  if (upload.length > MAX_IMAGE_BYTES) throw new ApiError('IMAGE_TOO_LARGE')
  const format = formatOf(upload)
  if (!format) throw new ApiError('IMAGE_INVALID')
  return enqueue(() => encodeAll(upload, format, variants).catch(throwApiError))
}

/** By the first bytes, so that no decoder ever reads SVG, TIFF, PDF or HTML that claims to be an image. */
function formatOf(bytes: Buffer): Metadata['format'] | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  if (/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return 'gif'
  return bytes.toString('latin1', 4, 12) === 'ftypavif' ? 'heif' : undefined
}

async function encodeAll(upload: Buffer, format: Metadata['format'], { shape, widths, formats }: ImageVariants) {
  const sharp = await loadSharp()
  const metadata = await sharp(upload, decoding).metadata()
  if (metadata.format !== format) throw new ApiError('IMAGE_INVALID')
  if (format === 'heif' && metadata.compression !== 'av1') throw new ApiError('IMAGE_INVALID')
  if (isTooDetailed(metadata)) throw new ApiError('IMAGE_TOO_DETAILED')
  const master = await shrink(upload, metadata, { shape, maxWidth: Math.max(...widths) })
  const images: EncodedImage[] = []
  // Sequentially, to limit memory.
  for (const requestedWidth of widths) {
    for (const kind of formats) {
      const width = Math.min(requestedWidth, sideOf(master, shape))
      // A small image is the same in every larger width.
      const same = images.find((image) => image.format === kind && image.width === width)
      images.push(same ? { ...same, requestedWidth } : await encode(master, { shape, requestedWidth, kind }))
    }
  }
  return images
}

/** By the header, before anything is decoded. */
function isTooDetailed({ format, width, height, channels, depth, isProgressive }: Metadata): boolean {
  const pixels = width * height
  const bytes = pixels * channels * (depth === 'ushort' ? 2 : 1)
  const isWhole = isProgressive || format === 'gif'
  if (Math.max(width, height) > MAX_SIDE || bytes > (isWhole ? PROGRESSIVE_BYTES : IMAGE_BYTES)) return true
  return pixels > (format === 'heif' ? AVIF_PIXELS : IMAGE_PIXELS)
}

/** Six hexadecimal digits. */
export async function getDominantColor(image: Buffer): Promise<string> {
  const sharp = await loadSharp()
  const { dominant } = await sharp(image).stats()
  return [dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')
}

type MaxSize = { shape: ImageVariants['shape']; maxWidth: number }
type Master = { pixels: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 }

/** Decodes once, as a stream, down to the largest size needed, and rotates after that: rotation holds all pixels in memory. */
async function shrink(upload: Buffer, { width, height, orientation = 1 }: Metadata, max: MaxSize): Promise<Master> {
  const sharp = await loadSharp()
  const isSideways = orientation >= 5
  const [shownWidth, shownHeight] = isSideways ? [height, width] : [width, height]
  const side = sideOf({ width: shownWidth, height: shownHeight }, max.shape)
  const scale = Math.min(1, max.maxWidth / side, Math.sqrt(ENCODED_PIXELS / (width * height)))
  const decode = (failOn: 'error' | 'none') =>
    sharp(upload, { ...decoding, failOn })
      .resize({
        width: Math.max(1, Math.round(width * scale)),
        height: Math.max(1, Math.round(height * scale)),
        fit: 'fill',
      })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
  const small = await decode('error').catch(async (error) => {
    // Cut off at its end, by a download or a full card: every viewer shows it.
    const cut = await decode('none')
    if (missingPart(cut) > MAX_MISSING) throw error
    return cut
  })
  const { data, info } = await rotateUpright(sharp(small.data, { raw: small.info }), orientation)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height, channels: info.channels }
}

type Pixels = { data: Buffer; info: { width: number; height: number; channels: number } }

/** How much of the height, from the bottom up, a decoder has filled in for missing data: grey in a JPEG, else nothing but zeros. */
function missingPart({ data, info: { width, height, channels } }: Pixels): number {
  const isFilled = (line: number, value: number) =>
    data.subarray(line * width * channels, (line + 1) * width * channels).every((byte) => Math.abs(byte - value) <= 2)
  let line = height
  while (line > 0 && (isFilled(line - 1, 128) || isFilled(line - 1, 0))) line--
  return (height - line) / height
}

/** The eight orientations of EXIF 2.3, tag 0x0112. */
function rotateUpright(image: Sharp, orientation: number): Sharp {
  const isMirrored = [2, 4, 5, 7].includes(orientation)
  const angle = ({ 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 } as Record<number, number>)[orientation]
  const rotated = angle ? image.rotate(angle) : image
  return isMirrored ? rotated.flop() : rotated
}

/** The side that the widths of the variants refer to. */
function sideOf({ width, height }: { width: number; height: number }, shape: ImageVariants['shape']) {
  return shape === 'square' ? Math.min(width, height) : width
}

type Variant = { shape: ImageVariants['shape']; requestedWidth: number; kind: ImageFormat }

async function encode(
  { pixels, width, height, channels }: Master,
  { shape, requestedWidth, kind }: Variant,
): Promise<EncodedImage> {
  const sharp = await loadSharp()
  const side = Math.min(requestedWidth, sideOf({ width, height }, shape))
  const sized = sharp(pixels, { raw: { width, height, channels } }).resize({
    width: side,
    ...(shape === 'square' && { height: side, fit: 'cover' }),
  })
  const encoded = kind === 'webp' ? sized.webp({ quality: 80 }) : sized.avif({ quality: 55, effort: 2 })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return { requestedWidth, width: info.width, height: info.height, format: kind, bytes: data }
}

/** Any decoder error means that the upload is not a valid image. */
function throwApiError(error: Error): never {
  if (error instanceof ApiError) throw error
  throw new ApiError(/exceeds pixel limit/.test(error.message) ? 'IMAGE_TOO_DETAILED' : 'IMAGE_INVALID')
}
