import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SeedImage } from './album.ts'

/** Images rendered at the same time. More only compete for the cores. */
const CONCURRENCY = 4

/** Renders the images that are missing below `dataDir`. Each file is written under another name and then renamed. */
export async function drawImages(dataDir: string, images: readonly SeedImage[]): Promise<void> {
  const missing = images.filter(({ url }) => !existsSync(join(dataDir, url)))
  if (missing.length === 0) return
  await Promise.all(
    [...new Set(missing.map(({ url }) => dirname(join(dataDir, url))))].map((folder) =>
      mkdir(folder, { recursive: true }),
    ),
  )
  const queue = missing.values()
  await Promise.all(Array.from({ length: CONCURRENCY }, () => drawAll(dataDir, queue)))
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
