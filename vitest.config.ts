import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const pathTo = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** Tests with hundreds of requests at once: they run after the other tests of the server and one at a time. */
const races = ['src/**/{race,model,*-race}.test.ts']

/**
 * Tests that compute with dates, hours or zones, by workspace. `npm test` runs every test under UTC and these again under
 * Asia/Tokyo: no result may depend on the machine's zone (decision 40). A test that names a zone and is not listed fails
 * scripts/time-zone-tests.test.ts.
 */
export const timeZoneTests: Readonly<Record<string, readonly string[]>> = {
  search: ['src/{search-index,wait-table}.test.ts'],
  offline: ['src/push-subscription.test.ts'],
  server: [
    'seed/demo.test.ts',
    'src/lib/local-time.test.ts',
    'src/lib/places/time-zone.test.ts',
    'src/features/appointments/*.test.ts',
    'src/features/appointments/{emails,reminder-reply,reminders,serving}/*.test.ts',
    'src/features/agenda/{calendar-feed,dashboard,day,lists,staff-search}/*.test.ts',
    'src/features/booking/{displacement/*,groups/rules}.test.ts',
    'src/features/standing/*.test.ts',
    'src/features/booking/{any-barber,bookable,service-combinations,short-notice,walk-in-share}.test.ts',
    'src/features/commands/{refusals,routes}.test.ts',
    'src/features/appointments/status/{correct-outcome,expire-requests,reschedule-and-walk-in}.test.ts',
    'src/features/availability/*.test.ts',
    'src/features/{customers/due,last-minute,rhythm}/*.test.ts',
    'src/features/{cash,visits,visits/receipt}/*.test.ts',
    'src/features/barbershops/{routes,rules}.test.ts',
    'src/features/listing/{engine/{slot,wait}-oracle,map/list-on-map,nearby/{nearby,oracle}}.test.ts',
    'src/features/barbershops/opening-hours/*.test.ts',
    'src/features/barbershops/own-barbershops/{change-activity,create-barbershop,edit-barbershop,shown-everywhere}.test.ts',
    'src/features/imports/read-rows.test.ts',
    'src/features/imports/{calendars,files,kinds,threads}/*.test.ts',
    'src/features/notifications/{push,push-delivery}/*.test.ts',
    'src/features/payments/subscription/renewals.test.ts',
    'src/features/queue/*.test.ts',
    'src/features/queue/{delays,late,own,settings,waits}/*.test.ts',
    'src/features/waitlist/{requests,matching}/*.test.ts',
    'src/features/reviews/received.test.ts',
    'src/features/ledger/close-months.test.ts',
    'src/features/{money,receivables}/*.test.ts',
    'src/features/outreach/**/*.test.ts',
    'src/features/staff/{members,schedule,time-off}/*.test.ts',
  ],
  web: [
    'src/lib/{format,local-time}.test.ts',
    'src/features/appointments/**/rules.test.ts',
    'src/features/availability/**/rules.test.ts',
    'src/features/barbershops/{detail,editing,opening-hours-form,own-barbershops,results-map,structured-data}/rules.test.ts',
    'src/features/imports/rules.test.ts',
    'src/features/money/rules.test.ts',
    'src/features/notifications/rules.test.ts',
    'src/features/payments/rules.test.ts',
    'src/features/queue/**/rules.test.ts',
    'src/features/statements/rules.test.ts',
    'src/features/outreach/rules.test.ts',
    'src/features/staff/{members,schedule}/rules.test.ts',
    'src/features/waitlist/rules.test.ts',
  ],
}

/** All tests of a workspace, or only the listed ones in the second zone (scripts/test.mjs). */
function includeTests(workspace: string) {
  if (process.env.TEST_SCOPE !== 'time-zone') return {}
  return { include: [...(timeZoneTests[workspace] ?? [])] }
}

const server = {
  root: './server',
  globalSetup: pathTo('server/test/global-setup.ts'),
}

/** Proofs use real processes and full counts, one file at a time: hours, not minutes. `npm run prove` runs them. */
const proof = {
  include: ['proof/*.proof.ts'],
  maxWorkers: 1,
  testTimeout: 3_600_000,
  hookTimeout: 300_000,
}

/**
 * Components and hooks, in a light DOM. Each file has its own modules: in a context of a shared process, which takes half of the
 * CPU time of a process for each file.
 */
const dom = {
  root: './web',
  isolate: true,
  environment: 'happy-dom',
  environmentOptions: { happyDOM: { url: 'https://naregua.test/' } },
  setupFiles: pathTo('web/test/wait-longer.ts'),
}

/** A context has neither streams nor BroadcastChannel: these files have a process each. */
const streams = ['src/{app/account-corner,features/waitlist/offer-view,lib/event-stream}.test.tsx']

export default defineConfig({
  test: {
    // They only end what hangs: a busy machine took five times as long as an idle one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // No module is mocked, so files share their modules; each file closes what it opens.
    isolate: false,
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      { extends: true, test: { name: 'contract', root: './contract' } },
      { extends: true, test: { name: 'search', root: './search', ...includeTests('search') } },
      { extends: true, test: { name: 'offline', root: './offline', ...includeTests('offline') } },
      { extends: true, test: { name: 'wait', root: './wait' } },
      { extends: true, test: { name: 'server', ...server, exclude: races, ...includeTests('server') } },
      { extends: true, test: { name: 'races', ...server, include: races, maxWorkers: 1, sequence: { groupOrder: 1 } } },
      { extends: true, test: { name: 'proofs', ...server, ...proof } },
      {
        extends: true,
        test: { name: 'web', root: './web', isolate: true, exclude: ['**/*.test.tsx'], ...includeTests('web') },
      },
      {
        extends: true,
        test: { name: 'web-dom', ...dom, pool: 'vmForks', include: ['src/**/*.test.tsx'], exclude: streams },
      },
      { extends: true, test: { name: 'web-streams', ...dom, include: streams } },
      { extends: true, test: { name: 'scripts', root: './scripts' } },
    ],
  },
})
