// R8: the test plays 1,000 lives; these are all of them.
process.env.MODEL_RUNS ??= '20000'
await import('../src/features/appointments/status/model.test.ts')
