import { crc32, deflateSync } from 'node:zlib'
import { MAX_IMAGE_BYTES } from '@na-regua/contract/images'
import sharp, { type Sharp } from 'sharp'

/** Stands in what must not survive. */
export const MARK = 'segredo-da-ana'
const page = `<script>alert("${MARK}")</script>`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert('${MARK}')"><script>alert(1)</script></svg>`

type Nasty = { name: string; code: 'drawn' | 'IMAGE_INVALID' | 'IMAGE_TOO_LARGE' | 'IMAGE_TOO_DETAILED'; bytes: Buffer }

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
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  const named = Buffer.concat([latin(name), data])
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

const PNG = latin('\x89PNG\r\n\x1a\n')
/** After the head, which every PNG has at the same place. */
const withChunk = (png: Buffer, name: string, data: Buffer) =>
  join(png.subarray(0, 33), chunk(name, data), png.subarray(33))

/** A whole PNG of white, a bit for each pixel: some kilobytes that want to be hundreds of megabytes. */
function bomb(width: number, height: number) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc(height * (Math.ceil(width / 8) + 1)))
  return join(PNG, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0)))
}

/** A segment of a JPEG behind its first two bytes; 65,533 bytes at most. */
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

/** What people, their telephones and those who look for a seam send. */
export async function listMaliciousImages(): Promise<Nasty[]> {
  const [jpeg, png] = await Promise.all([plain(600, 400).jpeg().toBuffer(), plain(600, 400).png().toBuffer()])
  const as = (code: Nasty['code']) => (name: string, bytes: Buffer) => ({ name, code, bytes })
  const [drawn, invalid] = [as('drawn'), as('IMAGE_INVALID')]
  return [
    ...(await listDrawn(jpeg, png, drawn)),
    ...(await listForeign(invalid)),
    ...(await listBroken(jpeg, png, invalid)),
    ...(await listLarge(jpeg)),
  ]
}

type Make = (name: string, bytes: Buffer) => Nasty

/** Pictures: their pixels are taken, and nothing else of them. */
async function listDrawn(jpeg: Buffer, png: Buffer, drawn: Make): Promise<Nasty[]> {
  const wide = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#123' } })
    .toColourspace('rgb16')
    .png()
    .toBuffer()
  const held = [1, 3, 6, 8].map(async (orientation) =>
    drawn(`held the way ${orientation}`, await plain(300, 200).withMetadata({ orientation }).jpeg().toBuffer()),
  )
  return [
    drawn('a JPEG with its place and its author', await plain(300).withExif(exif).jpeg().toBuffer()),
    drawn('a WebP with its place and its author', await plain(300).withExif(exif).webp().toBuffer()),
    drawn('an AVIF with its place and its author', await plain(300).withExif(exif).avif({ effort: 0 }).toBuffer()),
    drawn('a PNG with its place and its author', await plain(300).withExif(exif).png().toBuffer()),
    drawn(
      'XMP with words',
      await plain(300).withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${MARK}</x:xmpmeta>`).jpeg().toBuffer(),
    ),
    drawn('a colour profile', await plain(300).withIccProfile('p3').jpeg().toBuffer()),
    drawn('CMYK', await plain(300).toColourspace('cmyk').jpeg().toBuffer()),
    drawn('16 bits a channel', wide),
    drawn('grey', await plain(300).toColourspace('b-w').jpeg().toBuffer()),
    drawn('one pixel', await plain(1).png().toBuffer()),
    drawn('a line', await plain(3000, 1).png().toBuffer()),
    drawn('in steps', await noisy(600).jpeg({ progressive: true }).toBuffer()),
    drawn('see-through', await plain(300).ensureAlpha(0).png().toBuffer()),
    drawn('a JPEG with a page behind it', join(jpeg, latin(page))),
    drawn('a JPEG with a page in its comment', withSegment(jpeg, 0xfe, latin(page))),
    drawn(
      'a JPEG with an archive behind it',
      join(jpeg, latin(`PK\x03\x04${MARK}`), Buffer.alloc(2000), latin('PK\x05\x06')),
    ),
    drawn('a PNG with a page in its words', withChunk(png, 'tEXt', latin(`Comment\0${page}`))),
    drawn(
      'a PNG with words blown up to 16 MB',
      withChunk(png, 'zTXt', join(latin('Comment\0\0'), deflateSync(Buffer.alloc(16_000_000, 65)))),
    ),
    drawn(
      'a JPEG with 60 comments of 64 KB',
      Array.from({ length: 60 }).reduce((bytes: Buffer) => withSegment(bytes, 0xfe, Buffer.alloc(65_000, 65)), jpeg),
    ),
    drawn('24 megapixels', await plain(6000, 4000).jpeg().toBuffer()),
    ...(await Promise.all(held)),
  ]
}

/** What is no picture that is taken, whatever it says. */
async function listForeign(invalid: Make): Promise<Nasty[]> {
  return [
    invalid('SVG', latin(svg)),
    invalid(
      'SVG with a declaration',
      latin(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg}`),
    ),
    invalid('a page', latin(`<!doctype html>${page}`)),
    invalid('GIF', await plain(10).gif().toBuffer()),
    invalid('an animated GIF', await animated((frames) => frames.gif())),
    invalid('an animated WebP', await animated((frames) => frames.webp())),
    invalid('TIFF', await plain(10).tiff().toBuffer()),
    invalid('BMP', join(latin('BM'), Buffer.alloc(200))),
    invalid('ICO', Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0])),
    invalid('PDF', latin('%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj')),
    invalid('PostScript', latin('%!PS-Adobe-3.0\n(/etc/passwd) run')),
    invalid('a script of ImageMagick', latin('push graphic-context\nimage over 0,0 1,1 "|id"\npop graphic-context')),
    invalid('HEIC by its name', join(Buffer.from([0, 0, 0, 24]), latin('ftypheic\0\0\0\0heicmif1'))),
    invalid('HEIC by the name of AVIF', join(Buffer.from([0, 0, 0, 24]), latin('ftypavif\0\0\0\0heicmif1'))),
    invalid('a program', join(latin('MZ'), Buffer.alloc(500))),
  ]
}

/** What begins like a picture. */
async function listBroken(jpeg: Buffer, png: Buffer, invalid: Make): Promise<Nasty[]> {
  return [
    invalid('nothing', Buffer.alloc(0)),
    invalid('zeros', Buffer.alloc(1000)),
    invalid('three bytes', Buffer.from([0xff, 0xd8, 0xff])),
    invalid('a GIF that begins like a JPEG', latin(`\xff\xd8\xff\xe0GIF89a${page}`)),
    invalid('SVG that begins like a PNG', join(PNG, latin(svg))),
    invalid('a PNG without pixels', PNG),
    invalid('half a JPEG', half(await noisy(600).jpeg().toBuffer())),
    invalid('half a PNG', half(await noisy(300).png().toBuffer())),
    invalid('half a WebP', half(await noisy(300).webp().toBuffer())),
    invalid('half an AVIF', half(await noisy(300).avif({ effort: 0 }).toBuffer())),
    invalid('a JPEG turned inside out', join(jpeg.subarray(0, 3), Buffer.from(jpeg.subarray(3)).reverse())),
    invalid('a PNG of no width', join(png.subarray(0, 16), Buffer.alloc(8), png.subarray(24))),
  ]
}

async function listLarge(jpeg: Buffer): Promise<Nasty[]> {
  const filled = (length: number) => join(jpeg, Buffer.alloc(length - jpeg.length))
  const sized = (name: string, code: Nasty['code'], bytes: Buffer): Nasty => ({ name, code, bytes })
  return [
    sized('5 MB less a byte', 'drawn', filled(MAX_IMAGE_BYTES - 1)),
    sized('5 MB', 'drawn', filled(MAX_IMAGE_BYTES)),
    sized('5 MB and a byte', 'IMAGE_TOO_LARGE', filled(MAX_IMAGE_BYTES + 1)),
    sized('16,000 × 16,000', 'IMAGE_TOO_DETAILED', bomb(16_000, 16_000)),
    sized('a line of 200 megapixels', 'IMAGE_TOO_DETAILED', bomb(2_000_000, 100)),
    sized('an AVIF of 9 megapixels', 'IMAGE_TOO_DETAILED', await plain(3000).avif({ effort: 0 }).toBuffer()),
  ]
}
