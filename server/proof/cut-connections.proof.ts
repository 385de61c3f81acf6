// R2: the test cuts connections at some hundred points. This cuts after every byte, several times each.
process.env.CUT_POINTS ??= '10000'
await import('../src/features/appointments/booking/cut-connections.test.ts')
