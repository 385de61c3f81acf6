// R2: the test cuts connections after 100 byte positions, the proof after every byte, several times each.
process.env.CUT_POINTS ??= '10000'
await import('../src/features/booking/cut-connections.test.ts')
