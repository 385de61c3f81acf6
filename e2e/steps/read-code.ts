import { setTimeout as sleep } from 'node:timers/promises'
import { outboxApi } from '@na-regua/contract/outbox'
import { call } from './call.ts'

const PATIENCE_MS = 10_000

/** The code of the newest letter to an address; a letter leaves a moment after it was asked for. */
export function readCode(address: string) {
  return readLetter(address, /\b\d{6}\b/)
}

/** What the newest letter to an address says in this form: a code, or the path of its link. */
export async function readLetter(address: string, wanted: RegExp) {
  for (const giveUpAt = Date.now() + PATIENCE_MS; Date.now() < giveUpAt; await sleep(150)) {
    const { body } = await call(outboxApi.list)
    const found = wanted.exec(body.find(({ to, text }) => to === address && wanted.test(text))?.text ?? '')?.[0]
    if (found) return found
  }
  throw new Error(`no letter with ${wanted} came to ${address}`)
}
