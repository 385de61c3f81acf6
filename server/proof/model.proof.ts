// The tests run some hundred sequences, the proof 20,000 of each model.
process.env.MODEL_RUNS ??= '20000'
await import('../src/features/appointments/status/model.test.ts')
await import('../src/features/waitlist/model.test.ts')
await import('../src/features/standing/model.test.ts')
