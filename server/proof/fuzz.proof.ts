// S7: the test sends 50 requests to each endpoint, the proof 2,000 and measures them.
process.env.FUZZ_RUNS ??= '2000'
process.env.FUZZ_MAX_MS ??= '2000'
await import('../src/fuzz.test.ts')
