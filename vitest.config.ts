import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const pathTo = (file: string) => fileURLToPath(new URL(file, import.meta.url))

export default defineConfig({
  test: {
    maxWorkers: Math.max(2, availableParallelism()),
    // Nothing global is mocked, so files share their modules; what a file starts, it closes.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'contract', root: './contract' } },
      {
        extends: true,
        test: { name: 'server', root: './server', globalSetup: pathTo('server/test/global-setup.ts'), hookTimeout: 30_000 },
      },
      {
        extends: true,
        resolve: { alias: { typebox: pathTo('web/src/lib/schema-shape.ts') } },
        test: { name: 'web', root: './web', isolate: true },
      },
      { extends: true, test: { name: 'scripts', root: './scripts' } },
    ],
  },
})
