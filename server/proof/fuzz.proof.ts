// S7: the test sends 200 requests to each call; these are all of them.
process.env.FUZZ_RUNS ??= '2000'
await import('../src/fuzz.test.ts')
