// The test runs 1,000 sequences, the proof 20,000.
process.env.MODEL_RUNS ??= '20000'
await import('../src/features/appointments/status/model.test.ts')
