import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// One file that stays the same from release to release, and compresses better than five.
const framework = { name: 'framework', test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\// }

const pathTo = (file: string) => fileURLToPath(new URL(file, import.meta.url))

export default defineConfig(({ command }) => ({
  root: pathTo('.'),
  plugins: [tailwindcss(), reactRouter(), babel({ presets: [reactCompilerPreset()] })],
  // The web needs only the types of the schemas, plus each call's method and URL.
  resolve: { alias: { typebox: pathTo('src/lib/schema-shape.ts') } },
  // Found before the first visit, so that development does not reload itself while it discovers libraries.
  optimizeDeps: { entries: ['src/**/*.{ts,tsx}', '!src/**/*.test.ts'] },
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [framework] } } } } },
    ssr: {
      build: { rolldownOptions: { input: pathTo('src/app/serve.ts') } },
      // One file with React's production code in it, whatever NODE_ENV the server runs under.
      resolve: { noExternal: command === 'build' ? true : undefined },
    },
  },
}))
