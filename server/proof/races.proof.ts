// R1: the tests race some 20 to 60 clients, the proof 200.
process.env.RACES = 'full'
await import('../src/features/appointments/booking/race.test.ts')
await import('../src/features/appointments/booking/any-barber-race.test.ts')
await import('../src/features/appointments/status/race.test.ts')
