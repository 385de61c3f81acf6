import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
// A package of the server.
const sharp: (file: string | Buffer) => ImageReader = createRequire(join(root, 'server/package.json'))('sharp')
const folder = join(root, 'web/public')
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8'))
type Image = { src: string; sizes: string; type: string; purpose?: string; form_factor?: string }

type Pixels = { data: Buffer; info: { width: number; height: number } }
type ImageReader = {
  metadata(): Promise<{ width: number; height: number }>
  removeAlpha(): { raw(): { toBuffer(options: { resolveWithObject: true }): Promise<Pixels> } }
}

/** The circle of the safe zone, as a part of the width. Nothing outside of it may be needed to see the drawing. */
const SAFE_RADIUS = 0.4

test('the colors are those of the page', () => {
  const theme = readFileSync(join(root, 'web/src/app/theme.css'), 'utf8')
  expect(theme.toLowerCase()).toContain(`${manifest.background_color}`)
  expect(manifest.theme_color).toBe(manifest.background_color)
})

test('every image exists with the size that it states, and no screenshot is above 100 kB', async () => {
  const shortcutIcons = manifest.shortcuts.flatMap(({ icons }: { icons: Image[] }) => icons)
  const images: Image[] = [...manifest.icons, ...shortcutIcons, ...manifest.screenshots]
  for (const { src, sizes } of images.filter(({ type }) => type !== 'image/svg+xml')) {
    const { width, height } = await sharp(join(folder, src)).metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
    expect(readFileSync(join(folder, src)).byteLength, src).toBeLessThan(100_000)
  }
  expect(manifest.screenshots.map(({ form_factor }: Image) => form_factor)).toEqual(['narrow', 'wide'])
})

test('maskable icons are files of their own, drawn within the safe zone and filled to the edge', async () => {
  const maskable: Image[] = manifest.icons.filter(({ purpose }: Image) => purpose === 'maskable')
  expect(maskable.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512'])
  for (const { src } of maskable) {
    const { data, info } = await sharp(join(folder, src)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const colorAt = (x: number, y: number) =>
      data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3).join()
    const center = info.width / 2
    const outside = Array.from({ length: info.width * info.height }, (_, index) => {
      const x = index % info.width
      const y = Math.floor(index / info.width)
      return Math.hypot(x - center, y - center) > SAFE_RADIUS * info.width ? colorAt(x, y) : undefined
    })
    expect(new Set(outside.filter(Boolean)), src).toEqual(new Set([colorAt(0, 0)]))
  }
})

test('a link to the site has an image of the size that crawlers expect', async () => {
  expect(await sharp(join(folder, 'preview.jpg')).metadata()).toMatchObject({ width: 1200, height: 630 })
  // Messengers ignore larger images.
  expect(readFileSync(join(folder, 'preview.jpg')).byteLength).toBeLessThan(300_000)
})

test('favicon.ico has an icon of each usual size', async () => {
  const file = readFileSync(join(folder, 'favicon.ico'))
  expect([file.readUInt16LE(0), file.readUInt16LE(2)]).toEqual([0, 1])
  const sizes = Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const entry = file.subarray(6 + 16 * index)
    const length = entry.readUInt32LE(8)
    const offset = entry.readUInt32LE(12)
    return { stated: entry[0], png: file.subarray(offset, offset + length) }
  })
  expect(sizes.map(({ stated }) => stated)).toEqual([16, 32, 48])
  for (const { stated, png } of sizes)
    expect(await sharp(png).metadata()).toMatchObject({ width: stated, height: stated })
})
