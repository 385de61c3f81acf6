/** The plan of the house (ARCHITECTURE.md) as data. There is no list of exceptions: a file that does not fit moves, or the plan does. */

/** A room is the files whose path matches; the first that matches is theirs. Its arrows name the rooms that it may import. */
export type Room = { name: string; files: RegExp; imports: readonly string[]; packages?: RegExp }

/** Beside a test, a seed or a measurement anything of the house may stand. */
const everything = ['*']

export const rooms: readonly Room[] = [
  { name: 'tests', files: /\.test\.tsx?$|^server\/(test|proof)\//, imports: everything },
  { name: 'configuration', files: /^[\w.-]+$|^(web|e2e)\/[\w.-]+\.config\.ts$/, imports: everything },
  { name: 'scripts', files: /^scripts\//, imports: everything },
  { name: 'deploy', files: /^deploy\//, imports: everything },
  { name: 'bench', files: /^bench\//, imports: everything },
  { name: 'e2e', files: /^e2e\//, imports: everything },
  { name: 'contract', files: /^contract\/src\/[^/]+$/, imports: ['contract'], packages: /^typebox(\/|$)/ },
  { name: 'server lib', files: /^server\/src\/lib\//, imports: ['contract', 'server lib'] },
  { name: 'server ops', files: /^server\/src\/ops\//, imports: ['contract', 'server lib', 'server ops'] },
  { name: 'server dev', files: /^server\/src\/dev\//, imports: ['contract', 'server lib', 'server dev'] },
  {
    name: 'server feature',
    files: /^server\/src\/features\/[^/]+\//,
    imports: ['contract', 'server lib', 'server feature'],
  },
  {
    name: 'server app',
    files: /^server\/src\/[^/]+$/,
    imports: ['contract', 'server lib', 'server ops', 'server dev', 'server feature', 'server app', 'server seed'],
  },
  { name: 'server seed', files: /^server\/seed\//, imports: ['contract', 'server lib', 'server seed'] },
  { name: 'web lib', files: /^web\/src\/lib\//, imports: ['contract', 'web lib'] },
  { name: 'web ui', files: /^web\/src\/ui\//, imports: ['web lib', 'web ui'] },
  // Where a link leads is no feature's secret and no page's: every link of the house is built in one file.
  { name: 'web paths', files: /^web\/src\/app\/paths\.ts$/, imports: ['contract', 'web lib'] },
  {
    name: 'web feature',
    files: /^web\/src\/features\/[^/]+\//,
    imports: ['contract', 'web lib', 'web ui', 'web paths', 'web feature'],
  },
  {
    name: 'web page',
    files: /^web\/src\/pages\/[^/]+$/,
    imports: ['contract', 'web lib', 'web ui', 'web paths', 'web feature', 'web page', 'web app'],
  },
  {
    name: 'web app',
    files: /^web\/src\/app\//,
    imports: ['contract', 'web lib', 'web ui', 'web paths', 'web feature', 'web page', 'web app'],
  },
]

/** Features of the server in order of dependency: one may use `queries.ts` and `rules.ts` of those before it. */
export const nouns: readonly string[] = [
  'accounts',
  'notifications',
  'plans',
  'uploads',
  'places',
  'barbershops',
  'staff',
  'availability',
  'appointments',
  'reviews',
  'favorites',
  'payments',
  'contact',
  'outbox',
  'privacy',
]

/** What another feature of the server may be asked for. */
export const shared = /\/(queries|rules)\.ts$/

/** The closed vocabulary of file names inside a feature. */
export const words = {
  server: /^(routes|queries|rules|[a-z]+-[a-z]+(-[a-z]+)*)(\.test)?\.ts$|\.(json|txt|md)$/,
  serverTest: /^[a-z]+(-[a-z]+)*\.test\.ts$/,
  web: /^((queries|rules|use-[a-z-]+)(\.test)?\.ts|(use-)?[a-z]+(-[a-z]+)*(\.test)?\.tsx|[a-z0-9-]+\.(svg|css|json))$/,
} as const

/** Drawers that fill up with everything. A barrel is called exactly index; the others may hide behind a first word. */
export const forbidden =
  /(^|\/)index\.(ts|tsx|mjs|js)$|(^|[/-])(utils?|helpers?|misc|commons?|types?|constants?|services?|controllers?|repositor(y|ies)|managers?|dto)(\.test)?\.(ts|tsx|mjs|js)$/

export const kebab = /^[a-z0-9]+([.-][a-z0-9]+)*$/

/** A feature with more files than this (tests aside) keeps them in folders of sub-nouns. */
export const FEATURE_FILES = 12

/** Lines. The specification of a size is for people: a page is read at one go, a function at one look. */
export const sizes = { file: 250, test: 400, function: 40, median: 60, p90: 150 } as const
