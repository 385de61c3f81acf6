// R2: the test cuts lines at some hundred points; these are all of them, each byte several times.
process.env.CUT_POINTS ??= '10000'
await import('../src/features/appointments/booking/cut-connections.test.ts')
