import { createJobHandlers } from '../src/jobs.ts'
import { siteUrlOf } from '../src/lib/config.ts'
import type { Email } from '../src/lib/email.ts'
import { runJobs } from '../src/lib/jobs.ts'
import type { Mailer } from '../src/lib/mail.ts'
import type { Harness } from './harness.ts'

type World = Pick<Harness, 'db' | 'clock' | 'url' | 'config'>

/** What would have left by e-mail. `deliver()` runs every job that is due, in this process, and returns when they are done. */
export function createMailbox({ db, clock, url, config }: World) {
  const site = siteUrlOf(config)
  const emails: (Email & { to: string })[] = []
  const mail: Mailer = {
    send: async (to, letter) => {
      emails.push({ to, ...letter })
    },
    close: () => {},
  }
  const handlers = createJobHandlers({ db, clock, mail, config, site })
  const deliver = (until?: Date) => runJobs({ databaseUrl: url, handlers, until })

  /** The six digits of the newest letter to this address. */
  function codeFor(to: string): string {
    const letter = emails.findLast((candidate) => candidate.to === to)
    const code = letter?.text.match(/^\d{6}$/m)?.[0]
    if (!code) throw new Error(`No letter with a code for ${to}`)
    return code
  }

  return { letters: emails, deliver, codeFor }
}
