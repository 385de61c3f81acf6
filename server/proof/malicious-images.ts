import { crc32, deflateSync } from 'node:zlib'
import { MAX_IMAGE_BYTES } from '@na-regua/contract/images'
import sharp, { type Sharp } from 'sharp'

/** Part of every content that must be removed. */
export const MARK = 'segredo-da-ana'
const page = `<script>alert("${MARK}")</script>`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert('${MARK}')"><script>alert(1)</script></svg>`

type MaliciousImage = {
  name: string
  code: 'accepted' | 'IMAGE_INVALID' | 'IMAGE_TOO_LARGE' | 'IMAGE_TOO_DETAILED'
  bytes: Buffer
}

const plain = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: '#b3261a' } })
const noisy = (side: number) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width: side, height: side, channels: 3, background: '#fff', noise } })
}
const latin = (text: string) => Buffer.from(text, 'latin1')
const join = (...parts: (Buffer | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part as Buffer)))
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)

function chunk(name: string, data: Buffer) {
  const length = Buffer.alloc(4)
  const sum = Buffer.alloc(4)
  const named = Buffer.concat([latin(name), data])
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

const PNG = latin('\x89PNG\r\n\x1a\n')
/** Inserts a chunk after the IHDR chunk, which has a fixed length. */
const withChunk = (png: Buffer, name: string, data: Buffer) =>
  join(png.subarray(0, 33), chunk(name, data), png.subarray(33))

/** A valid black PNG with one bit per pixel, or eight bytes: kilobytes that decode to hundreds of megabytes. */
function decompressionBomb(width: number, height: number, { isDeep = false } = {}) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set(isDeep ? [16, 6] : [1, 0], 8)
  const rows = deflateSync(Buffer.alloc(height * (Math.ceil(isDeep ? width * 8 : width / 8) + 1)))
  return join(PNG, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0)))
}

/** Inserts a segment of at most 65,533 bytes after the first two bytes of a JPEG. */
function withSegment(jpeg: Buffer, marker: number, data: Buffer) {
  const head = Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff])
  return join(jpeg.subarray(0, 2), head, data, jpeg.subarray(2))
}

async function animated(to: (frames: Sharp) => Sharp) {
  const frames = await Promise.all([noisy(20), noisy(20)].map((frame) => frame.png().toBuffer()))
  return to(sharp(frames, { join: { animated: true } })).toBuffer()
}

const exif = {
  IFD0: { Artist: MARK, ImageDescription: page },
  IFD3: { GPSLatitude: '16/1 41/1 0/1', GPSLatitudeRef: 'S' },
}

/** Unusual and malicious files with the expected result of an upload. */
export async function listMaliciousImages(): Promise<MaliciousImage[]> {
  const [jpeg, png] = await Promise.all([plain(600, 400).jpeg().toBuffer(), plain(600, 400).png().toBuffer()])
  const as = (code: MaliciousImage['code']) => (name: string, bytes: Buffer) => ({ name, code, bytes })
  const accepted = as('accepted')
  const invalid = as('IMAGE_INVALID')
  return [
    ...(await listAccepted(jpeg, png, accepted)),
    ...(await listForeignFormats(invalid)),
    ...(await listBroken(jpeg, png, invalid)),
    ...(await listLarge(jpeg)),
  ]
}

type CreateCase = (name: string, bytes: Buffer) => MaliciousImage

/** Images of which only the pixels are stored. */
async function listAccepted(jpeg: Buffer, png: Buffer, accepted: CreateCase): Promise<MaliciousImage[]> {
  const wide = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#123' } })
    .toColourspace('rgb16')
    .png()
    .toBuffer()
  const rotated = [1, 3, 6, 8].map(async (orientation) =>
    accepted(`EXIF orientation ${orientation}`, await plain(300, 200).withMetadata({ orientation }).jpeg().toBuffer()),
  )
  return [
    accepted('a JPEG with location and author', await plain(300).withExif(exif).jpeg().toBuffer()),
    accepted('a WebP with location and author', await plain(300).withExif(exif).webp().toBuffer()),
    accepted('an AVIF with location and author', await plain(300).withExif(exif).avif({ effort: 0 }).toBuffer()),
    accepted('a PNG with location and author', await plain(300).withExif(exif).png().toBuffer()),
    accepted(
      'XMP with text',
      await plain(300).withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${MARK}</x:xmpmeta>`).jpeg().toBuffer(),
    ),
    accepted('a colour profile', await plain(300).withIccProfile('p3').jpeg().toBuffer()),
    accepted('CMYK', await plain(300).toColourspace('cmyk').jpeg().toBuffer()),
    accepted('16 bits a channel', wide),
    accepted('grey', await plain(300).toColourspace('b-w').jpeg().toBuffer()),
    accepted('one pixel', await plain(1).png().toBuffer()),
    accepted('a GIF', await plain(10).gif().toBuffer()),
    accepted('an animated GIF', await animated((frames) => frames.gif())),
    accepted('an animated WebP', await animated((frames) => frames.webp())),
    accepted('a line', await plain(3000, 1).png().toBuffer()),
    accepted('progressive', await noisy(600).jpeg({ progressive: true }).toBuffer()),
    accepted('transparent', await plain(300).ensureAlpha(0).png().toBuffer()),
    accepted('a JPEG with HTML appended', join(jpeg, latin(page))),
    accepted('a JPEG with HTML in a comment', withSegment(jpeg, 0xfe, latin(page))),
    accepted(
      'a JPEG with a ZIP archive appended',
      join(jpeg, latin(`PK\x03\x04${MARK}`), Buffer.alloc(2000), latin('PK\x05\x06')),
    ),
    accepted('a PNG with HTML in a text chunk', withChunk(png, 'tEXt', latin(`Comment\0${page}`))),
    accepted(
      'a PNG with a text chunk that decompresses to 16 MB',
      withChunk(png, 'zTXt', join(latin('Comment\0\0'), deflateSync(Buffer.alloc(16_000_000, 65)))),
    ),
    accepted(
      'a JPEG with 60 comments of 64 KB',
      Array.from({ length: 60 }).reduce((bytes: Buffer) => withSegment(bytes, 0xfe, Buffer.alloc(65_000, 65)), jpeg),
    ),
    accepted('24 megapixels', await plain(6000, 4000).jpeg().toBuffer()),
    ...(await Promise.all(rotated)),
  ]
}

/** Files of other formats. */
async function listForeignFormats(invalid: CreateCase): Promise<MaliciousImage[]> {
  return [
    invalid('SVG', latin(svg)),
    invalid(
      'SVG with a declaration',
      latin(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg}`),
    ),
    invalid('HTML', latin(`<!doctype html>${page}`)),
    invalid('TIFF', await plain(10).tiff().toBuffer()),
    invalid('BMP', join(latin('BM'), Buffer.alloc(200))),
    invalid('ICO', Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0])),
    invalid('PDF', latin('%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj')),
    invalid('PostScript', latin('%!PS-Adobe-3.0\n(/etc/passwd) run')),
    invalid('an ImageMagick script', latin('push graphic-context\nimage over 0,0 1,1 "|id"\npop graphic-context')),
    invalid('HEIC', join(Buffer.from([0, 0, 0, 24]), latin('ftypheic\0\0\0\0heicmif1'))),
    invalid('HEIC with the brand of AVIF', join(Buffer.from([0, 0, 0, 24]), latin('ftypavif\0\0\0\0heicmif1'))),
    invalid('an executable', join(latin('MZ'), Buffer.alloc(500))),
  ]
}

/** Files that begin like an image. */
async function listBroken(jpeg: Buffer, png: Buffer, invalid: CreateCase): Promise<MaliciousImage[]> {
  return [
    invalid('nothing', Buffer.alloc(0)),
    invalid('zeros', Buffer.alloc(1000)),
    invalid('three bytes', Buffer.from([0xff, 0xd8, 0xff])),
    invalid('a GIF that begins like a JPEG', latin(`\xff\xd8\xff\xe0GIF89a${page}`)),
    invalid('SVG that begins like a PNG', join(PNG, latin(svg))),
    invalid('a PNG without pixels', PNG),
    invalid('half a JPEG', half(await noisy(600).jpeg().toBuffer())),
    invalid('half a GIF', half(await noisy(300).gif().toBuffer())),
    invalid('half a PNG', half(await noisy(300).png().toBuffer())),
    invalid('half a WebP', half(await noisy(300).webp().toBuffer())),
    invalid('half an AVIF', half(await noisy(300).avif({ effort: 0 }).toBuffer())),
    invalid('a JPEG with reversed bytes', join(jpeg.subarray(0, 3), Buffer.from(jpeg.subarray(3)).reverse())),
    invalid('a PNG of zero width', join(png.subarray(0, 16), Buffer.alloc(8), png.subarray(24))),
  ]
}

async function listLarge(jpeg: Buffer): Promise<MaliciousImage[]> {
  const filled = (length: number) => join(jpeg, Buffer.alloc(length - jpeg.length))
  const sized = (name: string, code: MaliciousImage['code'], bytes: Buffer): MaliciousImage => ({ name, code, bytes })
  return [
    sized('5 MB less a byte', 'accepted', filled(MAX_IMAGE_BYTES - 1)),
    sized('5 MB', 'accepted', filled(MAX_IMAGE_BYTES)),
    sized('5 MB and a byte', 'IMAGE_TOO_LARGE', filled(MAX_IMAGE_BYTES + 1)),
    sized('16,000 × 16,000', 'IMAGE_TOO_DETAILED', decompressionBomb(16_000, 16_000)),
    sized('a line of 200 megapixels', 'IMAGE_TOO_DETAILED', decompressionBomb(2_000_000, 100)),
    sized('65,535 pixels a line', 'IMAGE_TOO_DETAILED', decompressionBomb(65_535, 381, { isDeep: true })),
    sized('65,535 lines', 'IMAGE_TOO_DETAILED', decompressionBomb(381, 65_535, { isDeep: true })),
    sized('1,600 × 8,000', 'accepted', decompressionBomb(1600, 8000)),
    sized('an AVIF of 9 megapixels', 'IMAGE_TOO_DETAILED', await plain(3000).avif({ effort: 0 }).toBuffer()),
  ]
}
