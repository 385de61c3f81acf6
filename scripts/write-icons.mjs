// Draws the icons of the installed app from favicon.svg, and converts the screenshots of its installation. Run after a change of
// them; the results are committed.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './project.mjs'

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

for (const [name, svg, size] of icons) {
  const image = sharp(Buffer.from(svg), { density: (72 * size) / 64 }).resize(size, size)
  writeFileSync(join(folder, name), await image.png({ palette: true, compressionLevel: 9 }).toBuffer())
}

/** The same screens as in the README. */
const screenshots = { 'phone.png': 'screenshot-narrow.webp', 'home.png': 'screenshot-wide.webp' }
for (const [source, name] of Object.entries(screenshots)) {
  await sharp(join(root, 'docs/images', source))
    .webp({ quality: 88 })
    .toFile(join(folder, name))
}
