import { createTransport } from 'nodemailer'
import { saveToOutbox } from '../dev/outbox.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { Email } from './email.ts'
import { retryFailedJobs } from './jobs.ts'
import { isSmtpOutage, watchSmtpOutage } from './smtp-outage.ts'

export type Mailer = {
  /** Resolves when the mail server (or the demo's outbox) has taken the letter; throws otherwise, so that the job tries again. */
  send(to: string, letter: Email): Promise<void>
  close(): void
}

type Deps = {
  db: Database
  clock: Clock
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'hasOutbox'>
  /** How often a mail server that is away is asked whether it is back. */
  probeMs?: number
}

/** How letters leave: SMTP, the outbox of the demo, or not at all. */
export function createMailer(deps: Deps, log: { warn(message: string): void }): Mailer {
  if (deps.config.smtpUrl) return createSmtpMailer(deps, deps.config.smtpUrl)
  if (deps.config.hasOutbox) return createOutboxMailer(deps)
  log.warn('SMTP_URL is missing: letters wait in the queue until it is configured')
  return { send: () => Promise.reject(new Error('no mail server is configured')), close: () => {} }
}

function createSmtpMailer({ db, config, probeMs }: Deps, url: string): Mailer {
  const from = config.mailFrom
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    // What was under way when the line died comes back to the queue, which looks again whether it is still so.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Letters are made of our own words: nothing in them may make the server read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const outage = watchSmtpOutage({
    probe: () => transport.verify(),
    onBack: () => retryFailedJobs(db),
    everyMs: probeMs,
  })
  return {
    async send(to, { subject, text, html, unsubscribeUrl, replyTo }) {
      if (outage.isAway()) throw new Error('the mail server is away')
      const headers = { ...unattended, ...(unsubscribeUrl && oneClick(unsubscribeUrl)) }
      const letter = { from, to: toAddress(to), replyTo: replyTo && toAddress(replyTo), subject, text, html, headers }
      await transport.sendMail(letter).catch((error) => {
        if (isSmtpOutage(error)) outage.note()
        withoutAddress(error)
      })
    },
    close() {
      outage.close()
      transport.close()
    },
  }
}

/** As an object the address is one address, whatever commas or brackets it holds. */
function toAddress(address: string) {
  return { name: '', address }
}

// Absence notes and other machines do not answer what a machine sent (RFC 3834).
const unattended = { 'Auto-Submitted': 'auto-generated' }

/** The mail program's own "unsubscribe" button: it posts to the address without opening it (RFC 8058). */
function oneClick(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** The queue and the log keep why it failed; the refusal's own words may name the person. */
function withoutAddress(error: { code?: string; responseCode?: number }): never {
  throw new Error(
    `the mail server did not take the letter: ${error.code ?? 'unknown'} ${error.responseCode ?? ''}`.trim(),
  )
}

function createOutboxMailer({ db, clock }: Deps): Mailer {
  return {
    send: (to, { subject, text }) => saveToOutbox(db, { to, subject, text, createdAt: clock.now() }),
    close: () => {},
  }
}
