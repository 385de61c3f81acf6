// R1: the tests race 24 to 64 clients, the proof 64 to 200.
process.env.RACES = 'full'
await import('../src/features/booking/race.test.ts')
await import('../src/features/booking/any-barber-race.test.ts')
await import('../src/features/appointments/status/race.test.ts')
