import { setTimeout as sleep } from 'node:timers/promises'
import { outboxApi } from '@na-regua/contract/outbox'
import { call } from './call.ts'

const PATIENCE_MS = 10_000

/** The code of the newest letter to an address; a letter leaves a moment after it was asked for. */
export async function readCode(address: string) {
  for (const giveUpAt = Date.now() + PATIENCE_MS; Date.now() < giveUpAt; await sleep(150)) {
    const { body } = await call(outboxApi.list)
    const code = /\b\d{6}\b/.exec(body.find(({ to }) => to === address)?.text ?? '')?.[0]
    if (code) return code
  }
  throw new Error(`no letter with a code came to ${address}`)
}
