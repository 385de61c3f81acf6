// R9: the test leaves out the services that say nothing for as long as anybody waits; here they are too.
process.env.ALL_RUBBISH ??= 'yes'
await import('../src/rubbish.test.ts')
