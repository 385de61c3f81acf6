import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type ESTree, parseSync, Visitor } from 'vite'

// Two files instead of thirty compress better: one that stays the same from release to release, one of what the first visit
// shares with other pages. What only other pages share would weigh on the first one: the bundler parts that by itself.
// What only forms need of the query library comes with the forms.
const libraries =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\/(?!.*(mutationObserver|useMutation))|vite\/preload-helper/
const firstVisit = /\/web\/src\/(pages\/home-page|app\/(root|entry\.client))\.tsx/
const chunks = [
  { name: 'framework', test: libraries },
  {
    name: (id: string, context: ChunkingContext) => (isOfFirstVisit(id, context) ? 'shared' : null),
    test: /(web|contract)\/src\//,
    debugName: 'shared',
    minShareCount: 2,
  },
]

type ChunkingContext = { getModuleInfo(id: string): { importers: readonly string[] } | null }

/** Whether the home page or what stands around every page imports it, through whatever is between. */
function isOfFirstVisit(id: string, context: ChunkingContext, seen = new Set<string>()): boolean {
  if (firstVisit.test(id)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return context.getModuleInfo(id)?.importers.some((importer) => isOfFirstVisit(importer, context, seen)) ?? false
}

// The compiler's code weighs 10 KB on the home page and spares little there (decision 0015): it works where every press
// redraws much.
const isOfBooking = (file: string) =>
  /\/(booking-(page|screen)|features\/appointments|features\/availability\/(?!slots-today))/.test(file)

const pathTo = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/**
 * Leaves of the contract what the web uses of it while it runs: its constants, each call's method and URL. The schemas are
 * there for the server and for the types; here nothing may hold on to them, so that the bundler drops them.
 */
const bareCalls = {
  name: 'bare-calls',
  apply: 'build',
  enforce: 'pre',
  transform: { filter: { id: /\/contract\/src\/.*\.ts$/ }, handler: dropSchemas },
} as const

export default defineConfig(({ command }) => ({
  root: pathTo('.'),
  plugins: [
    bareCalls,
    tailwindcss(),
    reactRouter(),
    babel({ presets: [reactCompilerPreset({ sources: isOfBooking })] }),
  ],
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
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
    ssr: {
      build: { rolldownOptions: { input: pathTo('src/app/serve.ts') } },
      // One file with React's production code in it, whatever NODE_ENV the server runs under.
      resolve: { noExternal: command === 'build' ? true : undefined },
    },
  },
}))

type Range = { start: number; end: number }

/** Where the contract builds schemas: the library, and its own few shorthands for it (contract/src/fields.ts). */
const shorthands = ['Strict', 'Nullable', 'Text', 'PageQuery']

function dropSchemas(code: string, file: string) {
  return findSchemas(parseSync(file, code).program)
    .sort((one, other) => other.start - one.start)
    .reduce((text, { start, end }) => `${text.slice(0, start)}{}${text.slice(end)}`, code)
}

/** What `route` is given as its schema, and what builds one as the file is read. */
function findSchemas(program: ESTree.Program) {
  const schemas: Range[] = []
  const bodies: Range[] = []
  const recordBody = (node: Range) => void bodies.push(node)
  new Visitor({
    FunctionDeclaration: recordBody,
    FunctionExpression: recordBody,
    ArrowFunctionExpression: recordBody,
    CallExpression(call) {
      const schema = call.callee.type === 'Identifier' && call.callee.name === 'route' ? call.arguments[2] : undefined
      if (schema) schemas.push(schema)
      else if (isSchema(call)) schemas.push(call)
    },
  }).visit(program)
  // What a function does when it is called is its own affair, and what stands within a schema goes with it.
  return schemas.filter((schema) => ![...schemas, ...bodies].some((range) => isWithin(schema, range)))
}

function isSchema({ callee }: ESTree.CallExpression) {
  if (callee.type === 'Identifier') return shorthands.includes(callee.name)
  return callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'Type'
}

function isWithin(one: Range, other: Range) {
  return one !== other && one.start >= other.start && one.end <= other.end
}
