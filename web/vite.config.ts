import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin, parseSync, Visitor } from 'vite'

const pathTo = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Features stay with the pages that use them: `/` has few of them. */
const isShared = /contract\/src\/|web\/src\/(?!features)/
/** What most other pages need and `/` does not. */
const isOfOtherPages =
  /web\/src\/(ui\/(form|text-field|field-frame|dialog|confirm-dialog|checkbox)\.tsx|lib\/(upload|image-file|use-commands|command-state)\.ts|pages\/own-parts\.tsx|features\/accounts\/require-login\.tsx)$/

/**
 * The libraries, which rarely change between releases, and what many pages share. Left to the bundler, which makes a file of every set of
 * modules that the same pages share, the first load of `/` would be sixty files.
 */
const chunks = [
  { name: 'framework', test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//, priority: 1 },
  {
    name: 'shared',
    test: (file: string) => isShared.test(file) && !isOfOtherPages.test(file),
    minShareCount: 15,
    priority: 1,
  },
  { name: 'forms', test: isOfOtherPages },
]

/** Functions that build schemas and do nothing else: what they return, and what reads it, is left out where nothing uses it. */
const builders = ['Type', 'Strict', 'Nullable', 'Text', 'PageQuery']

/**
 * Leaves the schemas of the endpoints to the server, which validates: the web reads the method and the URL of an endpoint only. With
 * them, and the library that builds them, the first load of `/` would have 16 kB more.
 */
const withoutSchemas: Plugin = {
  name: 'without-schemas',
  apply: 'build',
  enforce: 'pre',
  config: () => ({
    build: { rolldownOptions: { treeshake: { manualPureFunctions: builders, propertyReadSideEffects: false } } },
  }),
  transform: {
    filter: { id: /\/contract\/src\/.*\.ts$/ },
    handler(code, file) {
      const schemas: { start: number; end: number }[] = []
      new Visitor({
        CallExpression({ callee, arguments: [, , schema] }) {
          if (callee.type === 'Identifier' && callee.name === 'route' && schema) schemas.push(schema)
        },
      }).visit(parseSync(file, code).program)
      return schemas.reduceRight((text, { start, end }) => `${text.slice(0, start)}{}${text.slice(end)}`, code)
    },
  },
}

export default defineConfig(({ command }) => ({
  root: pathTo('.'),
  plugins: [withoutSchemas, tailwindcss(), reactRouter()],
  // Scanned at the start, so that the development server does not reload the page when it discovers a dependency.
  optimizeDeps: { entries: ['src/**/*.{ts,tsx}', '!src/**/*.test.ts'] },
  build: {
    target: 'baseline-widely-available',
    // The policy of the pages allows no images and fonts within the style sheet.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
    ssr: {
      build: { rolldownOptions: { input: pathTo('src/app/serve.ts') } },
      // React's production code, whatever NODE_ENV the server runs under: Vite would leave that to the run time.
      ...(command === 'build' && {
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
        resolve: { noExternal: true },
      }),
    },
  },
}))
