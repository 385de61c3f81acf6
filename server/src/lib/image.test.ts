import { crc32, deflateSync } from 'node:zlib'
import { MAX_IMAGE_BYTES } from '@na-regua/contract/images'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { encodeImages } from './image.ts'

const avatar = { shape: 'square', widths: [96, 320], formats: ['webp'] } as const
const barbershopImage = { shape: 'whole', widths: [400, 800, 1600], formats: ['avif', 'webp'] } as const

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b3261a' } })
const codeOf = (upload: Buffer) =>
  encodeImages(upload, avatar).then(
    () => 'drawn',
    (error) => error.code,
  )

/** A red corner at the upper left of a white field, stored as a camera held in this way stores it. */
async function heldAs(orientation: number) {
  const corner = await plain(40, 20).png().toBuffer()
  const upright = await sharp({ create: { width: 120, height: 60, channels: 3, background: '#fff' } })
    .composite([{ input: corner, left: 0, top: 0 }])
    .png()
    .toBuffer()
  const stored = {
    1: [0, false],
    2: [0, true],
    3: [180, false],
    4: [180, true],
    5: [270, true],
    6: [270, false],
  } as const
  const [angle, isMirrored] = { ...stored, 7: [90, true] as const, 8: [90, false] as const }[orientation] ?? [0, false]
  const mirrored = isMirrored ? await sharp(upright).flop().toBuffer() : upright
  return sharp(mirrored).rotate(angle).withMetadata({ orientation }).jpeg().toBuffer()
}

describe('an image', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'in %s is drawn in each size of the plan',
    async (format) => {
      const images = await encodeImages(await plain(900, 600).toFormat(format).toBuffer(), avatar)
      expect(images.map(({ requestedWidth, width, height }) => [requestedWidth, width, height])).toEqual([
        [96, 96, 96],
        [320, 320, 320],
      ])
      for (const { bytes } of images) expect((await sharp(bytes).metadata()).format).toBe('webp')
    },
  )

  test('of a barbershop has three widths and two formats, and is never enlarged', async () => {
    const images = await encodeImages(await plain(1000, 500).jpeg().toBuffer(), barbershopImage)
    expect(images.map(({ requestedWidth, width, height, format }) => [requestedWidth, width, height, format])).toEqual([
      [400, 400, 200, 'avif'],
      [400, 400, 200, 'webp'],
      [800, 800, 400, 'avif'],
      [800, 800, 400, 'webp'],
      [1600, 1000, 500, 'avif'],
      [1600, 1000, 500, 'webp'],
    ])
    const [first] = images
    expect(await sharp(first?.bytes).metadata()).toMatchObject({ format: 'heif', compression: 'av1' })
  })

  test('that is much higher than wide becomes narrower, because encoding costs memory per pixel', async () => {
    const images = await encodeImages(pngOf({ width: 1600, height: 6400 }), barbershopImage)
    expect(images.map(({ requestedWidth, width, height, format }) => [requestedWidth, width, height, format])).toEqual([
      [400, 400, 1600, 'avif'],
      [400, 400, 1600, 'webp'],
      [800, 800, 3200, 'avif'],
      [800, 800, 3200, 'webp'],
      [1600, 800, 3200, 'avif'],
      [1600, 800, 3200, 'webp'],
    ])
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('held the way %i stands upright, without the note that says so', async (way) => {
    const [drawn] = await encodeImages(await heldAs(way), { shape: 'whole', widths: [120], formats: ['webp'] })
    expect([drawn?.width, drawn?.height]).toEqual([120, 60])
    expect((await sharp(drawn?.bytes).metadata()).orientation).toBeUndefined()
    const pixels = await sharp(drawn?.bytes).removeAlpha().raw().toBuffer()
    const greenAt = (x: number, y: number) => pixels[(y * 120 + x) * 3 + 1] as number
    expect(greenAt(10, 10)).toBeLessThan(90)
    for (const [x, y] of [
      [110, 10],
      [10, 50],
      [110, 50],
    ] as const) {
      expect(greenAt(x, y)).toBeGreaterThan(200)
    }
  })

  test('loses all metadata', async () => {
    const upload = await plain(300, 300)
      .withExif({ IFD0: { Artist: 'Fulana de Tal' }, IFD3: { GPSLatitude: '16/1 41/1 0/1', GPSLatitudeRef: 'S' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">segredo</x:xmpmeta>')
      .jpeg()
      .toBuffer()
    expect((await sharp(upload).metadata()).exif).toBeDefined()
    for (const { bytes } of await encodeImages(upload, avatar)) {
      const { exif, xmp, icc, iptc } = await sharp(bytes).metadata()
      expect({ exif, xmp, icc, iptc }).toEqual({})
      expect(bytes.toString('latin1')).not.toMatch(/Fulana|segredo/)
    }
  })

  test('that is also HTML loses the HTML', async () => {
    const page = '<script>alert(1)</script>'
    const jpeg = await plain(50, 50).jpeg().toBuffer()
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, page.length + 2]), Buffer.from(page)])
    const upload = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), Buffer.from(page)])
    for (const { bytes } of await encodeImages(upload, avatar)) expect(bytes.toString('latin1')).not.toContain('script')
  })

  test('keeps transparency and converts color spaces', async () => {
    const clear = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    const [drawn] = await encodeImages(clear, avatar)
    expect((await sharp(drawn?.bytes).metadata()).hasAlpha).toBe(true)
    const cmyk = await plain(60, 60).toColourspace('cmyk').jpeg().toBuffer()
    const [red] = await encodeImages(cmyk, avatar)
    const [r = 0, g = 255] = await sharp(red?.bytes).raw().toBuffer()
    expect(r - g).toBeGreaterThan(90)
  })
})

describe('an animation', () => {
  test.each(['gif', 'webp'] as const)('in %s is drawn as its first frame', async (format) => {
    const frames = [plain(60, 40), sharp({ create: { width: 60, height: 40, channels: 3, background: '#fff' } })]
    const inputs = await Promise.all(frames.map((frame) => frame.png().toBuffer()))
    const upload = await sharp(inputs, { join: { animated: true } })
      .toFormat(format)
      .toBuffer()
    expect((await sharp(upload).metadata()).pages).toBe(2)
    const [drawn] = await encodeImages(upload, { shape: 'whole', widths: [60], formats: ['webp'] })
    expect([drawn?.width, drawn?.height]).toEqual([60, 40])
    const { dominant } = await sharp(drawn?.bytes).stats()
    expect([dominant.r > 150, dominant.g < 60]).toEqual([true, true])
  })
})

describe('an image whose last bytes are missing', () => {
  const types = {
    'a JPEG': (image: Sharp) => image.jpeg(),
    'a progressive JPEG': (image: Sharp) => image.jpeg({ progressive: true }),
    'a PNG': (image: Sharp) => image.png(),
  }
  const cases = Object.entries(types).flatMap(([name, write]) =>
    [1, 2, 10, 100].map((bytes) => ({ name, write, bytes })),
  )
  test.each(cases)('is drawn: $name without $bytes', async ({ write, bytes }) => {
    const whole = await write(noisy(600)).toBuffer()
    expect(await codeOf(whole.subarray(0, -bytes))).toBe('drawn')
  })

  test('is drawn as sharp as before', async () => {
    const variants = { shape: 'whole', widths: [600], formats: ['webp'] } as const
    const whole = await noisy(600).jpeg().toBuffer()
    const [before] = await encodeImages(whole, variants)
    const [cut] = await encodeImages(whole.subarray(0, -2), variants)
    expect(cut?.bytes.equals(before?.bytes as Buffer)).toBe(true)
  })
})

test('a screen of 3840 × 2160 in AVIF is drawn', async () => {
  expect(await codeOf(await plain(3840, 2160).avif({ effort: 0 }).toBuffer())).toBe('drawn')
})

describe('refused is', () => {
  test.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['nothing', 'IMAGE_INVALID', () => Buffer.alloc(0)],
    ['a page', 'IMAGE_INVALID', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['SVG', 'IMAGE_INVALID', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['SVG with a declaration', 'IMAGE_INVALID', () => Buffer.from('<?xml version="1.0"?><svg/>')],
    ['TIFF', 'IMAGE_INVALID', () => plain(10, 10).tiff().toBuffer()],
    ['PDF', 'IMAGE_INVALID', () => Buffer.from('%PDF-1.7\n')],
    ['a GIF that begins like a JPEG', 'IMAGE_INVALID', () => Buffer.from('\xff\xd8\xff\xe0GIF89a<script>', 'latin1')],
    ['three bytes', 'IMAGE_INVALID', () => Buffer.from([0xff, 0xd8, 0xff])],
    ['a PNG of a signature only', 'IMAGE_INVALID', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['half a JPEG', 'IMAGE_INVALID', async () => halfOf(await noisy(600).jpeg().toBuffer())],
    ['half a PNG', 'IMAGE_INVALID', async () => halfOf(await noisy(300).png().toBuffer())],
    ['half a WebP', 'IMAGE_INVALID', async () => halfOf(await noisy(300).webp().toBuffer())],
    ['half an AVIF', 'IMAGE_INVALID', async () => halfOf(await noisy(300).avif({ effort: 0 }).toBuffer())],
    ['HEIC by name of AVIF', 'IMAGE_INVALID', () => Buffer.from('\0\0\0\x18ftypavif\0\0\0\0heicmif1', 'latin1')],
    ['half a GIF', 'IMAGE_INVALID', async () => halfOf(await noisy(300).gif().toBuffer())],
    ['a JPEG with a tenth missing', 'IMAGE_INVALID', async () => cutOff(await noisy(600).jpeg().toBuffer(), 0.1)],
    ['a GIF of 24 megapixels', 'IMAGE_TOO_DETAILED', () => plain(6000, 4000).gif().toBuffer()],
    ['a picture of 16,000 × 16,000', 'IMAGE_TOO_DETAILED', () => pngOf({ width: 16_000, height: 16_000, depth: 1 })],
    ['a PNG with 65,535 pixels a line', 'IMAGE_TOO_DETAILED', () => pngOf({ width: 65_535, height: 381 })],
    ['a PNG with 65,535 lines', 'IMAGE_TOO_DETAILED', () => pngOf({ width: 381, height: 65_535 })],
    ['200 MB in an interlaced PNG', 'IMAGE_TOO_DETAILED', () => interlacedHeader(5000, 5000)],
    ['an AVIF of 9 megapixels', 'IMAGE_TOO_DETAILED', () => plain(3000, 3000).avif({ effort: 0 }).toBuffer()],
    ['more than 5 MB', 'IMAGE_TOO_LARGE', () => Buffer.alloc(MAX_IMAGE_BYTES + 1, 0xff)],
  ])('%s', async (_, code, upload) => {
    expect(await codeOf(await upload())).toBe(code)
  })

  test('no valid file of exactly 5 MB', async () => {
    const jpeg = await plain(50, 50).jpeg().toBuffer()
    expect(await codeOf(Buffer.concat([jpeg, Buffer.alloc(MAX_IMAGE_BYTES - jpeg.length)]))).toBe('drawn')
  })
})

function halfOf(bytes: Buffer) {
  return bytes.subarray(0, bytes.length / 2)
}

function cutOff(bytes: Buffer, part: number) {
  return bytes.subarray(0, bytes.length * (1 - part))
}

function noisy(side: number) {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width: side, height: side, channels: 3, background: '#fff', noise } })
}

type PngHeader = { width: number; height: number; depth?: 1 | 8; type?: 0 | 2 }

/** A whole black PNG: some kilobytes that become megabytes. */
function pngOf({ width, height, depth = 8, type = 2 }: PngHeader) {
  const rowBytes = depth === 1 ? Math.ceil(width / 8) : width * (type === 2 ? 3 : 1)
  const rows = deflateSync(Buffer.alloc(height * (rowBytes + 1)))
  return joinPng({ width, height, depth, type: depth === 1 ? 0 : type }, rows)
}

/** The header of an interlaced PNG with eight bytes per pixel: it is refused before the pixels are read. */
function interlacedHeader(width: number, height: number) {
  return joinPng({ width, height, depth: 16, type: 6, isInterlaced: true }, deflateSync(Buffer.alloc(16)))
}

type AnyHeader = { width: number; height: number; depth: number; type: number; isInterlaced?: boolean }

function joinPng({ width, height, depth, type, isInterlaced }: AnyHeader, rows: Buffer) {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    const sum = Buffer.alloc(4)
    const named = Buffer.concat([Buffer.from(name), data])
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, type, 0, 0, Number(isInterlaced ?? false)], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}
