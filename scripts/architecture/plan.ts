/** The layers of ARCHITECTURE.md as data. There is no list of exceptions: a file that does not fit moves, or the plan changes. */

/** A file belongs to the first layer whose pattern matches its path. `imports` names the layers that it may import from. */
export type Layer = { name: string; files: RegExp; imports: readonly string[]; packages?: RegExp }

/** Tests, scripts and benches may import from every layer. */
const everything = ['*']

export const layers: readonly Layer[] = [
  { name: 'tests', files: /\.test\.tsx?$|^(server|web|offline)\/test\/|^server\/proof\//, imports: everything },
  { name: 'configuration', files: /^[\w.-]+$|^web\/[\w.-]+\.ts$|^e2e\/[\w.-]+\.config\.ts$/, imports: everything },
  { name: 'scripts', files: /^scripts\//, imports: everything },
  { name: 'deploy', files: /^deploy\//, imports: everything },
  { name: 'bench', files: /^bench\//, imports: everything },
  { name: 'e2e', files: /^e2e\//, imports: everything },
  { name: 'contract', files: /^contract\/src\/[^/]+$/, imports: ['contract'], packages: /^(tlds$|typebox(\/|$))/ },
  // Node only: a search needs no library and no database.
  { name: 'search', files: /^search\/src\/([a-z]+\/)?[^/]+$/, imports: ['contract', 'search'], packages: /^node:/ },
  // Pure: numbers in, numbers out.
  { name: 'wait', files: /^wait\/src\/[^/]+$/, imports: ['wait'], packages: /^$/ },
  // The service worker, and what it shares with the pages: no React, no page.
  {
    name: 'offline',
    files: /^offline\/src\/[^/]+$/,
    imports: ['contract', 'offline'],
    packages: /^(idb|workbox-(precaching|routing))$/,
  },
  { name: 'server lib', files: /^server\/src\/lib\//, imports: ['contract', 'search', 'server lib'] },
  { name: 'server ops', files: /^server\/src\/ops\//, imports: ['contract', 'server lib', 'server ops'] },
  { name: 'server dev', files: /^server\/src\/dev\//, imports: ['contract', 'server lib', 'server dev'] },
  {
    name: 'server feature',
    files: /^server\/src\/features\/[^/]+\//,
    imports: ['contract', 'search', 'wait', 'server lib', 'server feature'],
  },
  {
    name: 'server app',
    files: /^server\/src\/[^/]+$/,
    imports: [
      'contract',
      'search',
      'server lib',
      'server ops',
      'server dev',
      'server feature',
      'server app',
      'server seed',
    ],
  },
  { name: 'server seed', files: /^server\/seed\//, imports: ['contract', 'server lib', 'server seed'] },
  // Run on other sites as they are.
  { name: 'web public', files: /^web\/public\/[^/]+\.js$/, imports: [] },
  { name: 'web lib', files: /^web\/src\/lib\//, imports: ['contract', 'offline', 'web lib'] },
  { name: 'web ui', files: /^web\/src\/ui\//, imports: ['web lib', 'web ui'] },
  {
    name: 'web feature',
    files: /^web\/src\/features\/[^/]+\//,
    imports: ['contract', 'offline', 'web lib', 'web ui', 'web feature'],
  },
  {
    name: 'web page',
    files: /^web\/src\/pages\/[^/]+$/,
    imports: ['contract', 'offline', 'web lib', 'web ui', 'web feature', 'web page', 'web app'],
  },
  {
    name: 'web app',
    files: /^web\/src\/app\//,
    imports: ['contract', 'offline', 'web lib', 'web ui', 'web feature', 'web page', 'web app'],
  },
]

/** Server features in order of dependency: a feature may import queries, rules and use cases of those before it, never their routes. */
export const nouns: readonly string[] = [
  'accounts',
  'notifications',
  'plans',
  'uploads',
  'places',
  'barbershops',
  'staff',
  'customers',
  'availability',
  'last-minute',
  'appointments',
  'booking',
  'standing',
  'agenda',
  'queue',
  'waitlist',
  'listing',
  'ledger',
  'cash',
  'receivables',
  'commissions',
  'products',
  'visits',
  'money',
  'commands',
  'rhythm',
  'outreach',
  'imports',
  'statements',
  'reviews',
  'favorites',
  'payments',
  'contact',
  'outbox',
  'privacy',
]

/** The screens of these nouns are made of each other's components, so that they are sub-folders of one feature in the web. */
export const nounsOfOneWebFeature: Readonly<Record<string, readonly string[]>> = {
  appointments: ['appointments', 'booking', 'standing', 'agenda', 'commands'],
}

/** The files of a server feature that no other feature may import: an endpoint has one place. */
export const ownFiles = /\/routes\.ts$/

/** The file names that a feature may contain. */
export const featureFileNames = {
  server: /^(routes|queries|rules|[a-z]+-[a-z]+(-[a-z]+)*)(\.test)?\.ts$|\.(json|txt|md)$/,
  serverTest: /^[a-z]+(-[a-z]+)*\.test\.ts$/,
  web: /^((queries|rules|use-[a-z-]+)(\.test)?\.ts|(use-)?[a-z]+(-[a-z]+)*(\.test)?\.tsx|[a-z0-9-]+\.(svg|css|json))$/,
} as const

/** Names that collect unrelated code. A barrel is called exactly `index`; the other words are also refused as a suffix. */
export const forbiddenNames =
  /(^|\/)index\.(ts|tsx|mjs|js)$|(^|[/-])(utils?|helpers?|misc|commons?|types?|constants?|services?|controllers?|repositor(y|ies)|managers?|dto)(\.test)?\.(ts|tsx|mjs|js)$/

export const kebab = /^[a-z0-9]+([.-][a-z0-9]+)*$/
