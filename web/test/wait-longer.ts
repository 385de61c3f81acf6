import { configure } from '@testing-library/dom'

/** Waits only end what hangs, as the timeouts in vitest.config.ts: a second is too short for a first render on a busy machine. */
configure({ asyncUtilTimeout: 20_000 })
