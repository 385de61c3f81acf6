import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { RenderedEmail } from './email.ts'
import { retryFailedJobs } from './jobs.ts'

export type Mailer = {
  /** Resolves when the mail server (or the demo's outbox) has accepted the email; throws otherwise, so that the job is retried. */
  send(to: string, email: RenderedEmail): Promise<void>
  close(): void
}

/** Stores messages instead of sending them: the demo's page lists them. */
export type Outbox = (message: { to: string; subject: string; text: string }) => Promise<void>

type MailerDeps = {
  db: Database
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>
  /** Used without SMTP. */
  outbox?: Outbox | undefined
  /** Interval between checks whether an unreachable mail server is back. */
  probeMs?: number
}

/** Sends by SMTP, into the demo's outbox, or not at all. */
export function createMailer(deps: MailerDeps, log: { warn(message: string): void }): Mailer {
  if (deps.config.smtpUrl) return createSmtpMailer(deps, deps.config.smtpUrl)
  const { outbox } = deps
  if (outbox) return { send: (to, { subject, text }) => outbox({ to, subject, text }), close: () => {} }
  log.warn('SMTP_URL is missing: emails wait in the queue until it is configured')
  return { send: () => Promise.reject(new Error('no mail server is configured')), close: () => {} }
}

function createSmtpMailer({ db, config, probeMs }: MailerDeps, url: string): Mailer {
  const from = config.mailFrom
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    // An email that was interrupted is retried by its job, which checks again that it is still true.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Content must never make the server read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const outage = watchSmtpOutage({
    probe: () => transport.verify(),
    onRecovered: () => retryFailedJobs(db),
    intervalMs: probeMs,
  })
  return {
    async send(to, { subject, text, html, unsubscribeUrl, replyTo }) {
      if (outage.isActive()) throw new Error('the mail server is unavailable')
      const headers = { ...unattended, ...(unsubscribeUrl && oneClick(unsubscribeUrl)) }
      const message = { from, to: toAddress(to), replyTo: replyTo && toAddress(replyTo), subject, text, html, headers }
      await transport.sendMail(message).catch((error) => {
        if (isSmtpOutage(error)) outage.start()
        throwWithoutAddress(error)
      })
    },
    close() {
      outage.close()
      transport.close()
    },
  }
}

/** As an object it is one address, whatever commas or brackets it contains. */
function toAddress(address: string) {
  return { name: '', address }
}

// Automatic responders do not reply to automatic emails (RFC 3834).
const unattended = { 'Auto-Submitted': 'auto-generated' }

/** The email client's own unsubscribe button: it sends a POST without opening the page (RFC 8058). */
function oneClick(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** The error is stored in the queue and logged; the server's own text may contain the address. */
function throwWithoutAddress(error: { code?: string; responseCode?: number }): never {
  throw new Error(
    `the mail server did not accept the email: ${error.code ?? 'unknown'} ${error.responseCode ?? ''}`.trim(),
  )
}

type OutageOptions = {
  /** Resolves when the mail server is available again. */
  probe: () => Promise<unknown>
  onRecovered: () => Promise<unknown>
  intervalMs?: number
}

const PROBE_MS = 5000

/**
 * While the mail server is unreachable, emails fail at once: each would block a worker until its timeout. One probe checks for all
 * of them, and when it succeeds the failed jobs are retried at once.
 */
function watchSmtpOutage({ probe, onRecovered, intervalMs = PROBE_MS }: OutageOptions) {
  let probing: NodeJS.Timeout | undefined

  function close() {
    clearTimeout(probing)
    probing = undefined
  }

  async function check() {
    const hasRecovered = await probe().then(
      () => true,
      () => false,
    )
    if (probing === undefined) return
    if (!hasRecovered) return schedule()
    close()
    await onRecovered().catch(() => {})
  }

  function schedule() {
    probing = setTimeout(() => void check(), intervalMs).unref()
  }

  return {
    isActive: () => probing !== undefined,
    start: () => {
      if (probing === undefined) schedule()
    },
    close,
  }
}

/** The connection failed or was refused. Errors of one email or address are not an outage. */
function isSmtpOutage({ code = '', responseCode }: { code?: string; responseCode?: number }): boolean {
  return responseCode === 421 || (responseCode === undefined && /^(ECONNECTION|ETIMEDOUT|ESOCKET|EDNS)$/.test(code))
}
