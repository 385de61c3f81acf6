import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type ESTree, type Plugin, parseSync, Visitor } from 'vite'

// Few chunks compress better than thirty: the libraries, which rarely change between releases, the modules of every page with those
// of the booking, and the other ones that the home page shares, which are for lists of barbershops. Modules that only other
// pages share are left to the bundler, or they would be part of the first load. The mutations of the query library are loaded with the forms.
// So is the part of React Router that navigates, with `navigation-router.ts`.
const later = [
  'mutationObserver',
  'useMutation',
  '/router/(router|instrumentation|matcher.*)\\.js$',
  '/ssr/(routes|errorBoundaries|fallback)\\.js',
]
const libraries = new RegExp(
  `node_modules/(react|react-dom|scheduler|react-router|@tanstack)/(?!.*(${later.join('|')}))|vite/preload-helper`,
)
const page = (name: string) => new RegExp(`/web/src/pages/${name}-page\\.tsx`)
const agendas = page('(customer|barber|admin)-appointments')
const smallParts =
  /mutationObserver|useMutation|\/web\/src\/(ui\/(form|month-calendar|pagination|share-button|stale-notice)|lib\/(relative-time|use-url-hash))\.tsx?/
const firstLoad = /\/web\/src\/(pages\/home-page|app\/(root|entry\.client))\.tsx/
const everyPage =
  /\/web\/src\/(pages\/booking-page|app\/(root|entry\.client)|ui\/(badge|field-frame|segmented|select))\.tsx/
const chunks = [
  { name: 'framework', test: libraries, priority: 2 },
  // Also what only the entry or the root imports. They themselves stay files: the entry runs last, the root has the styles.
  {
    ...createGroup('shared', firstLoad, everyPage),
    test: /(web|contract)\/src\/(?!app\/(root|entry)).*\.ts/,
    minShareCount: 1,
    priority: 2,
  },
  { ...createGroup('list', firstLoad), priority: 1 },
  // The home page opens dialogs too, but needs nothing else of what the booking page shares.
  { name: 'dialog', test: /\/web\/src\/ui\/dialog\.tsx/, priority: 1 },
  // The screen of a barbershop has the switch of the theme too: it would be a file of its own.
  { name: 'footer', test: /\/web\/src\/(app\/footer\.tsx|lib\/theme\.ts)/, priority: 1 },
  // The filters of the home page have them too, and nothing else of what pages with forms share.
  { name: 'fields', test: /\/web\/src\/ui\/(checkbox|text-field)\.tsx/, priority: 1 },
  // Most pages with fields have none that formats what is typed.
  { name: 'number-format', test: /node_modules\/react-number-format\//, priority: 1 },
  // These share their modules with so many pages that they would be fifteen files.
  createGroup('booking', /\/web\/src\/pages\/booking-page\.tsx/),
  createGroup('account', /\/web\/src\/app\/account-corner\.tsx/),
  // The agendas open without a network too, where each file costs 4 ms on a slow phone. What they share with few other pages is one
  // file each, after the small modules of many pages: no page loads much more than it needs.
  { name: 'parts', test: smallParts, priority: 1 },
  { name: 'acts', test: /\/contract\/src\/(agendas|customers|reminder-reply|serving|staff-bookings)\.ts/ },
  createGroup('visit', page('barbershop'), agendas),
  createGroup('reply', page('reminder'), agendas),
  createGroup('queue', page('queue'), agendas),
  createGroup('offer', page('offer'), agendas),
  createGroup('work', page('admin'), agendas),
  createGroup('commands', page('customers'), agendas),
  createGroup('times', page('barber-schedule'), agendas),
  createGroup('agenda', page('customer-appointments'), page('barber-appointments')),
  createGroup('day', page('barber-appointments'), page('admin-appointments')),
  // Pages that have nothing else of a barbershop's have these.
  {
    name: 'scene',
    test: /\/web\/src\/(ui\/scene-message|pages\/not-found-page|features\/barbershops\/detail\/rules)\.tsx?/,
    priority: 1,
  },
  // What is left of the page of a barbershop besides its own file: parts that open later, or the reviews of a barber, have it too.
  createGroup('shop', page('barbershop')),
]

/** One chunk for the modules that all the given entries share, or those that one of the entries shares with other pages. */
function createGroup(name: string, ...entries: RegExp[]) {
  const known = entries.map(() => new Map<string, boolean>())
  const isReached = (id: string, context: ChunkingContext) =>
    entries.every((one, index) => isReachedFrom(one, id, context, known[index] as Map<string, boolean>))
  return {
    name: (id: string, context: ChunkingContext) => (isReached(id, context) ? name : null),
    test: /(web|contract)\/src\//,
    debugName: name,
    minShareCount: 2,
  }
}

type ChunkingContext = { getModuleInfo(id: string): { importers: readonly string[] } | null }

/** Whether one of the entries imports it, directly or indirectly. `known` has the results so far. */
function isReachedFrom(entries: RegExp, id: string, context: ChunkingContext, known: Map<string, boolean>): boolean {
  const result = known.get(id)
  if (result !== undefined) return result
  known.set(id, entries.test(id))
  const importers = context.getModuleInfo(id)?.importers ?? []
  const isReached = entries.test(id) || importers.some((importer) => isReachedFrom(entries, importer, context, known))
  known.set(id, isReached)
  return isReached
}

// The React compiler adds 10 KB to the home page and saves little there (decision 36): it compiles only the screens where
// each input renders a large tree. Rows and notices of the booking are small trees, its layout has new children with each input, and
// it adds a kilobyte to them.
const isCompiled = (file: string) =>
  /\/(booking-(page|screen)|features\/appointments\/(?!booking\/(booking-(layout|notices)|choice)\.tsx)|features\/availability\/(?!slots-today))/.test(
    file,
  )

/** Seven signs of the hash instead of eight: names of scripts do not compress, and a page lists dozens of them. */
const scriptName = 'assets/[name]-[hash:7].js'
const fileNames = { entryFileNames: scriptName, chunkFileNames: scriptName }

/** Every page has loaded them: no part of a page lists them once more. */
const loadedFiles = /\/(framework|rolldown-runtime|shared)-[^/]*\.js$/

const pathTo = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/**
 * Removes the schemas from the contract's modules and leaves what the web uses at run time: the constants, and the method and
 * URL of each endpoint. Without references to the schemas the bundler drops them.
 */
const dropContractSchemas = {
  name: 'drop-contract-schemas',
  apply: 'build',
  enforce: 'pre',
  transform: { filter: { id: /\/contract\/src\/.*\.ts$/ }, handler: dropSchemas },
} as const

/**
 * What the bundler would keep of React Router for its side effects although no page uses it: forms, links with a state, error
 * pages and the scripts in their shell, which are for applications without rendering on a server; server components; and the
 * development server's styles. And what it does when the code of a page cannot be loaded.
 */
const routerEffects = [
  [/^\w+\.displayName = .*;$/gm, ''],
  [/ = (React\$1\.(forwardRef|createContext)\()/g, ' = /* @__PURE__ */ $1'],
  [/ = (class extends React\$1\.Component \{.*?^\});$/gms, ' = /* @__PURE__ */ (() => $1)();'],
  [/renderScripts \? .*createElement\(Scripts, null\) : null/g, 'null'],
  [/\bif \((this\.context|rsc)\b/g, 'if (false'],
  [/(defaultErrorElement = ).*createElement\(DefaultErrorComponent, null\)/g, '$1null'],
  [/typeof criticalCss === "\w+"/g, 'false'],
  // Without network a reload would leave the app for the browser's error page.
  [/window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/g, 'if (!navigator.onLine) throw error; $&'],
] as const
const unmatchedEffects = new Set<RegExp>(routerEffects.map(([pattern]) => pattern))

/**
 * A chunk takes the imports of its modules along. Modules of React Router that the first load needs import the router for a
 * function or a constant: they get a copy of its module, of which nothing else is left. What a copy imports is a copy too.
 */
const splitRouter: Plugin = {
  name: 'split-router',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId(source, importer) {
    if (!importer?.includes('/react-router/dist/production/lib/')) return
    const isLater = /(router\/router|\.\/routes)\.js$/.test(source)
    const isLaterOfCopy = /\/(instrumentation|matcher.*|errorBoundaries|fallback)\.js$/.test(source)
    if (isLater || (isLaterOfCopy && importer.endsWith('?first'))) return `${join(dirname(importer), source)}?first`
  },
  transform: {
    filter: { id: /\/react-router\/dist\/production\/lib\// },
    handler: (code) => routerEffects.reduce(dropEffects, code),
  },
  // Another version of React Router may be written in another way.
  buildEnd() {
    if (unmatchedEffects.size > 0)
      this.error(`React Router contains nothing like ${[...unmatchedEffects].join(' or ')}`)
  },
}

function dropEffects(code: string, [pattern, replacement]: (typeof routerEffects)[number]) {
  const changed = code.replace(pattern, replacement)
  if (changed !== code) unmatchedEffects.delete(pattern)
  return changed
}

export default defineConfig(({ command }) => ({
  root: pathTo('.'),
  plugins: [
    dropContractSchemas,
    splitRouter,
    tailwindcss(),
    reactRouter(),
    babel({ presets: [reactCompilerPreset({ sources: isCompiled })] }),
  ],
  // The web needs only the types of the schemas, and the method and URL of each endpoint.
  resolve: { alias: { typebox: pathTo('schema-shape.ts') } },
  // Scanned at the start, so that the development server does not reload the page when it discovers a dependency.
  optimizeDeps: { entries: ['src/**/*.{ts,tsx}', '!src/**/*.test.ts'] },
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { resolveDependencies: (_, files) => files.filter((file) => !loadedFiles.test(file)) },
    reportCompressedSize: false,
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks }, ...fileNames } } } },
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

type Range = { start: number; end: number }

/** The functions with which the contract builds schemas besides the library's (contract/src/fields.ts). */
const shorthands = ['Strict', 'Nullable', 'Text', 'PageQuery']

function dropSchemas(code: string, file: string) {
  return findSchemas(parseSync(file, code).program)
    .sort((one, other) => other.start - one.start)
    .reduce((text, { start, end }) => `${text.slice(0, start)}{}${text.slice(end)}`, code)
}

/** The schema argument of each `route` call, and every schema that is built when the module is evaluated. */
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
  // Not inside of function bodies, which run later, and not inside of another schema, which is removed as a whole.
  return schemas.filter((schema) => ![...schemas, ...bodies].some((range) => isWithin(schema, range)))
}

function isSchema({ callee }: ESTree.CallExpression) {
  if (callee.type === 'Identifier') return shorthands.includes(callee.name)
  return callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'Type'
}

function isWithin(one: Range, other: Range) {
  return one !== other && one.start >= other.start && one.end <= other.end
}
