// The tests play 1,000 interleavings with a model server, 25 rounds with the real one, and 200 commands without a limit of time.
process.env.MODEL_RUNS ??= '20000'
process.env.QUEUE_ROUNDS ??= '400'
process.env.REPLAY_MAX_MS ??= '5000'
await import('../src/features/commands/replay.test.ts')
await import('../src/features/commands/device-queues.test.ts')
await import('../../offline/src/model.test.ts')
