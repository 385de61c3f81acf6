import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Mutate } from '../test/model-device.ts'
import { type ModelAction, runModel } from '../test/run-model.ts'

/**
 * Two devices of one barber and a customer, on a network that loses, delays, repeats and reorders, with wrong clocks, scripts that end
 * anywhere and an update of the app. The interleavings are the same each time; others with MODEL_SEED=7. A failure prints its seed.
 * `npm run prove -- commands` runs 20,000 of them.
 */
const runs = Number(process.env.MODEL_RUNS ?? 1000)
const seed = Number(process.env.MODEL_SEED ?? 1)

const device = fc.constantFrom(0, 1)
const tab = fc.constantFrom(0, 1)
const pick = fc.nat(10_000)
const action: fc.Arbitrary<ModelAction> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constant('act'), device, tab, pick }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('send'), device, tab }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refresh'), device, tab }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('look'), device, tab }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('kill'), device, tab }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('customer'), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('network'), device, isOnline: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clock'), device, hours: fc.integer({ min: -2, max: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('update'), device }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('storage'), device, isFull: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('limit'), maxBatch: fc.integer({ min: 1, max: 5 }) }) },
) as fc.Arbitrary<ModelAction>

const scenario = fc.record({
  actions: fc.array(fc.tuple(action, fc.nat(30)), { minLength: 5, maxLength: 30, size: 'max' }),
  clockErrors: fc.tuple(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -2, max: 2 })),
  order: fc.integer(),
})

test(`${runs} interleavings: none lost, none twice, each refusal shown once (seed ${seed})`, async () => {
  const seen = new Map<string, number>()
  const property = fc.asyncProperty(scenario, async (given) => {
    const { problems, counts } = await runModel(given)
    for (const [name, count] of Object.entries(counts)) seen.set(name, (seen.get(name) ?? 0) + count)
    expect(problems).toEqual([])
  })
  const started = performance.now()
  await fc.assert(property, { numRuns: runs, seed })
  const seconds = Math.round((performance.now() - started) / 1000)
  console.info(`commands: ${runs} interleavings, ${seconds} s, seed ${seed}`, Object.fromEntries(seen))
  // Interleavings in which nothing happens prove nothing.
  for (const name of ['applied', 'refused', 'killed', 'STATE_CHANGED', 'SLOT_TAKEN', 'rejected', 'discarded'])
    expect(seen.get(name) ?? 0, name).toBeGreaterThan(runs / 20)
}, 7_200_000)

/** A queue, or a server, with one fault each. */
const mutants: Record<string, { problem: RegExp; mutate?: Mutate; server?: string }> = {
  'removes a command before its result is stored': {
    problem: /lost|never shown/,
    mutate: ({ store, ...rest }) => ({
      ...rest,
      store: {
        ...store,
        async write(name, value) {
          if ((value as { state?: string }).state === 'refused') await store.remove(name)
          return store.write(name, value)
        },
      },
    }),
  },
  'shows a command before it is stored': {
    problem: /lost/,
    mutate: ({ store, ...rest }) => ({
      ...rest,
      store: {
        ...store,
        async write(name, value) {
          void store.write(name, value)
          return true
        },
      },
    }),
  },
  'sends another id after a lost response': {
    problem: /was created 2 times/,
    mutate: ({ transport, ...rest }, { scheduler }) => ({
      ...rest,
      transport: {
        ...transport,
        async send({ deviceId, commands }) {
          const ids = new Map(commands.map(({ id }) => [`${id}-${scheduler.steps}`, id]))
          const renamed = commands.map((command) => ({ ...command, id: `${command.id}-${scheduler.steps}` }))
          const response = await transport.send({ deviceId, commands: renamed })
          const { results = [] } = (response.body ?? {}) as { results?: { id: string }[] }
          return { ...response, body: { results: results.map((result) => ({ ...result, id: ids.get(result.id) })) } }
        },
      },
    }),
  },
  'sends another time after a lost response': {
    problem: /CONFLICT/,
    mutate: ({ transport, ...rest }, { server }) => ({
      ...rest,
      transport: {
        ...transport,
        send: ({ deviceId, commands }) => {
          const issuedAt = new Date(server.now).toISOString()
          return transport.send({ deviceId, commands: commands.map((command) => ({ ...command, issuedAt })) })
        },
      },
    }),
  },
  'sends the newest command first': {
    problem: /was executed before|for an own change/,
    mutate: ({ transport, ...rest }) => ({
      ...rest,
      transport: {
        ...transport,
        send: ({ deviceId, commands }) => transport.send({ deviceId, commands: commands.toReversed() }),
      },
    }),
  },
  'forgets which command follows which': {
    problem: /for an own change: STATE_CHANGED/,
    mutate: ({ transport, ...rest }) => ({
      ...rest,
      transport: {
        ...transport,
        send: ({ deviceId, commands }) =>
          transport.send({ deviceId, commands: commands.map((command) => ({ ...command, after: undefined })) }),
      },
    }),
  },
  'takes no lock': {
    problem: /executed or refused twice|lost|was reported|own change/,
    mutate: (options) => ({ ...options, lock: (_, run) => run() }),
  },
  'reports a refusal in each tab': {
    problem: /was reported 2 times/,
    mutate: ({ store, ...rest }) => ({
      ...rest,
      store: { ...store, write: (name, value) => store.write(name, resetReport(value)) },
    }),
  },
  'believes the clock of the device': {
    problem: /COMMAND_EARLY/,
    mutate: (options) => ({
      ...options,
      transport: { ...options.transport, readServerTime: async () => options.clock.now() },
    }),
  },
  'cannot read the records of the version before': {
    problem: /was lost/,
    mutate: (options) => ({ ...options, format: { version: options.format?.version ?? 1, upgrades: {} } }),
  },
  'executes a repeated id on the server': { problem: /was created 2 times/, server: 'server repeats' },
}

const resetReport = (value: unknown) => (typeof value === 'object' ? { ...value, isReported: false } : value)

test.each(Object.entries(mutants))(
  'the model notices one that %s',
  async (_, { problem, ...mutant }) => {
    const property = fc.asyncProperty(scenario, async (given) => {
      const { problems } = await runModel({ ...given, ...mutant })
      expect(problems.filter((found) => problem.test(found))).toEqual([])
    })
    const { failed } = await fc.check(property, { numRuns: 2000, seed, endOnFailure: true })
    expect(failed).toBe(true)
  },
  600_000,
)
