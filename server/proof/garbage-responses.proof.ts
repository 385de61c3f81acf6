// R9: includes the services that never respond, which the test leaves out because they take until the timeout.
process.env.ALL_GARBAGE ??= 'yes'
await import('../src/garbage-responses.test.ts')
