import { setTimeout as sleep } from 'node:timers/promises'
import { outboxApi } from '@na-regua/contract/outbox'
import { requestApi } from './request-api.ts'

/** As long as any expectation waits (playwright.config.ts). */
const TIMEOUT_MS = 60_000

/** The code in the newest email to an address. */
export function readCode(address: string) {
  return readFromEmail(address, /\b\d{6}\b/)
}

/** What the newest email to an address contains in this form: a code, or the path of its link. Emails leave asynchronously, so it polls. */
export async function readFromEmail(address: string, pattern: RegExp) {
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(150)) {
    const { body } = await requestApi(outboxApi.list)
    const found = pattern.exec(body.find(({ to, text }) => to === address && pattern.test(text))?.text ?? '')?.[0]
    if (found) return found
  }
  throw new Error(`no email with ${pattern} to ${address} within ${TIMEOUT_MS} ms`)
}
