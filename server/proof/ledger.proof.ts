// M1: the test has 4 writers with 100 transactions each, the proof 10,000 each, and 400 ended connections.
process.env.LEDGER_TRANSACTIONS ??= '10000'
process.env.LEDGER_BETWEEN_KILLS ??= '100'
process.env.LEDGER_RUNS ??= '1000'
await import('../src/features/ledger/ledger-race.test.ts')
await import('../src/features/ledger/histories.test.ts')
