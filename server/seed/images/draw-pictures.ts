import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SeedImage } from './album.ts'

/** A picture a core: more at once would only wait for each other. */
const AT_ONCE = 4

/** Writes the pictures that are not yet below `dataDir`; each appears whole or not at all. */
export async function drawImages(dataDir: string, images: readonly SeedImage[]): Promise<void> {
  const missing = images.filter(({ url }) => !existsSync(join(dataDir, url)))
  if (missing.length === 0) return
  await Promise.all(
    [...new Set(missing.map(({ url }) => dirname(join(dataDir, url))))].map((folder) =>
      mkdir(folder, { recursive: true }),
    ),
  )
  const queue = missing.values()
  await Promise.all(Array.from({ length: AT_ONCE }, () => drawAll(dataDir, queue)))
}

async function drawAll(dataDir: string, queue: Iterator<SeedImage> & Iterable<SeedImage>) {
  const { default: sharp } = await import('sharp')
  for (const { url, svg } of queue) {
    const file = join(dataDir, url)
    const bytes = await sharp(Buffer.from(svg)).webp({ quality: 82, effort: 2 }).toBuffer()
    await writeFile(`${file}.part`, bytes)
    await rename(`${file}.part`, file)
  }
}
