import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import type { Mailer } from '../../../lib/mail.ts'
import { findCodeToSend, setCodeHash } from './queries.ts'
import { writeCodeLetter, writeGoogleLetter } from './render-code-email.ts'
import { generateCode, hashCode } from './rules.ts'

type Deps = { db: Database; clock: Clock; mail: Mailer; site: string }

/**
 * Draws the code at the moment its letter leaves, so that it stands readable in the letter only. A repeated try draws
 * another one: the newest letter is right.
 */
export async function sendCodeEmail({ db, clock, mail, site }: Deps, { codeId }: { codeId: string }): Promise<void> {
  const scope = await findCodeToSend(db, codeId, clock.now())
  if (!scope) return
  if (scope.purpose === 'reset-password' && scope.isGoogleManaged) {
    return mail.send(scope.email, writeGoogleLetter({ name: scope.name, site }))
  }
  const code = generateCode()
  if (!(await setCodeHash(db, codeId, hashCode(scope, code)))) return
  await mail.send(scope.email, writeCodeLetter({ name: scope.name, code, purpose: scope.purpose }))
}

export const sendCodeEmailJob = defineJob('send-code-letter', { run: sendCodeEmail })
