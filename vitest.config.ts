import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const pathTo = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/**
 * Tests that take times or all of the machine: they run after all others and one at a time, or they would measure their neighbours.
 * None of them looks at a clock on a wall, so `npm test` runs them in one time zone only.
 */
const timed = ['src/**/{race,model,*-race}.test.ts']

/** Tests that are long and know no clock on a wall: doors, hostile input, files, processes. They too run in one time zone only. */
const zoneless = [
  'src/{access,fuzz,tokens}.test.ts',
  'src/features/appointments/status/matrix.test.ts',
  'src/lib/{image,migrate,rate-limit}.test.ts',
  'src/ops/embedded-postgres/*.test.ts',
]

const server = {
  root: './server',
  globalSetup: pathTo('server/test/global-setup.ts'),
}

/** The whole of what a test shows in little: real processes, large numbers, one file at a time. */
const proof = {
  include: ['proof/*.proof.ts'],
  maxWorkers: 1,
  testTimeout: 3_600_000,
  hookTimeout: 300_000,
}

export default defineConfig({
  test: {
    // Of a machine that does other things too. What must be quick says so itself.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Nothing global is mocked, so files share their modules; what a file starts, it closes.
    isolate: false,
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      { extends: true, test: { name: 'contract', root: './contract' } },
      { extends: true, test: { name: 'search', root: './search' } },
      { extends: true, test: { name: 'server', ...server, exclude: [...timed, ...zoneless] } },
      { extends: true, test: { name: 'doors', ...server, include: zoneless } },
      { extends: true, test: { name: 'races', ...server, include: timed, maxWorkers: 1, sequence: { groupOrder: 1 } } },
      // Hours, not minutes: `npm run prove`.
      { extends: true, test: { name: 'proofs', ...server, ...proof } },
      {
        extends: true,
        resolve: { alias: { typebox: pathTo('web/src/lib/schema-shape.ts') } },
        test: { name: 'web', root: './web', isolate: true },
      },
      { extends: true, test: { name: 'scripts', root: './scripts' } },
    ],
  },
})
