import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Config } from '@react-router/dev/config'

const compressible = /\.(?:js|css|svg|json|webmanifest)$/

/** Compresses the assets once, at build time, with the highest level. */
async function compressFiles(folder: string) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => compressible.test(name))
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const bytes = await readFile(path)
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes))
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}

export default {
  appDirectory: 'src/app',
  buildDirectory: 'build',
  ssr: true,
  // Few routes: sending them all saves a request for each visible link.
  routeDiscovery: { mode: 'initial' },
  // The loaders of the browser load nothing: files of their own would be requests for nothing.
  splitRouteModules: false,
  buildEnd: ({ reactRouterConfig }) => compressFiles(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config
