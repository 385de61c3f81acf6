// Draws the icons of the installed app from favicon.svg, favicon.ico for programs that read nothing else, and the image of a link to
// the site, and converts the screenshots of the installation. Run after a change of them; the results are committed.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './project.mjs'

/** By its address: the types of the server are checked with the server. */
const previewModule = new URL('../server/src/features/barbershops/preview-image/render-preview.ts', import.meta.url)
const { renderPreview } = await import(previewModule.href)

// A package of the server.
const sharp = createRequire(join(root, 'server/package.json'))('sharp')
const RED = '#b3261a'
/** An icon that the system cuts into its own shape must have its drawing within a circle of 80 % of its width. */
const MASKABLE_SCALE = 0.8
const folder = join(root, 'web/public')
const favicon = readFileSync(join(folder, 'favicon.svg'), 'utf8')
const drawing = favicon.slice(favicon.indexOf('<path'), favicon.lastIndexOf('</svg>'))

const square = (content) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${RED}"/>${content}</svg>`
const scaled = (content, scale) =>
  `<g transform="translate(${32 - 32 * scale} ${32 - 32 * scale}) scale(${scale})">${content}</g>`
/** As in web/src/ui/icon.tsx, on a grid of 24. */
const symbol = (path) =>
  square(
    `<g transform="translate(14 14) scale(1.5)" fill="none" stroke="#fff" stroke-width="1.75"><path d="${path}"/></g>`,
  )

const maskable = square(scaled(drawing, MASKABLE_SCALE))
const icons = [
  ['icon-192.png', favicon, 192],
  ['icon-512.png', favicon, 512],
  ['icon-maskable-192.png', maskable, 192],
  ['icon-maskable-512.png', maskable, 512],
  ['shortcut-explore.png', symbol('M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.5 4.5'), 96],
  ['shortcut-agenda.png', symbol('M4 6.5h16V20H4zM4 10.5h16M8 3.5v4M16 3.5v4'), 96],
  ['shortcut-today.png', symbol('M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2'), 96],
]

for (const [name, svg, size] of icons) writeFileSync(join(folder, name), await drawIcon(svg, size))

function drawIcon(svg, size) {
  const image = sharp(Buffer.from(svg), { density: (72 * size) / 64 }).resize(size, size)
  return image.png({ palette: true, compressionLevel: 9 }).toBuffer()
}

const ICO_SIZES = [16, 32, 48]

/** The format: a head of 6 bytes, 16 bytes for each image, then the images, as PNG. */
function joinIco(images) {
  const head = Buffer.from([0, 0, 1, 0, images.length, 0])
  let offset = head.length + 16 * images.length
  const entries = images.map((png, index) => {
    const entry = Buffer.alloc(16)
    entry.set([ICO_SIZES[index], ICO_SIZES[index], 0, 0, 1, 0, 32, 0])
    entry.writeUInt32LE(png.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += png.length
    return entry
  })
  return Buffer.concat([head, ...entries, ...images])
}

const small = await Promise.all(ICO_SIZES.map((size) => drawIcon(favicon, size)))
writeFileSync(join(folder, 'favicon.ico'), joinIco(small))

const lines = ['nas barbearias perto de você.', 'Marque em menos de um minuto.']
const preview = await renderPreview({ title: 'Horário livre de verdade', lines, rating: undefined }, undefined)
writeFileSync(join(folder, 'preview.jpg'), preview)

/** The same screens as in the README. */
const screenshots = { 'phone.png': 'screenshot-narrow.webp', 'home.png': 'screenshot-wide.webp' }
for (const [source, name] of Object.entries(screenshots)) {
  await sharp(join(root, 'docs/images', source))
    .webp({ quality: 88 })
    .toFile(join(folder, name))
}
