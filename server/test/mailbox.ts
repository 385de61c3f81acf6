import { createJobHandlers } from '../src/jobs.ts'
import { siteUrlOf } from '../src/lib/config.ts'
import type { RenderedEmail } from '../src/lib/email.ts'
import type { Mailer } from '../src/lib/mail.ts'
import { runJobs } from '../src/lib/worker/run-jobs.ts'
import type { Harness } from './harness.ts'

type World = Pick<Harness, 'db' | 'clock' | 'url' | 'config'>

/** Collects the emails that jobs send. `deliver()` runs every due job in this process and returns when they are done. */
export function createMailbox({ db, clock, url, config }: World) {
  const site = siteUrlOf(config)
  const emails: (RenderedEmail & { to: string })[] = []
  const mail: Mailer = {
    send: async (to, email) => {
      emails.push({ to, ...email })
    },
    close: () => {},
  }
  const handlers = createJobHandlers({ db, clock, mail, config, site })
  const deliver = (until?: Date) => runJobs({ databaseUrl: url, handlers, until })

  /** The six-digit code in the newest email to this address. */
  function codeFor(to: string): string {
    const email = emails.findLast((candidate) => candidate.to === to)
    const code = email?.text.match(/^\d{6}$/m)?.[0]
    if (!code) throw new Error(`No email with a code for ${to}`)
    return code
  }

  return { emails, deliver, codeFor }
}
