import { createHash } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { EmailedCalendar, RenderedEmail } from './email.ts'
import { CALENDAR_METHOD } from './icalendar.ts'
import { Deferral, type JobIdentity, PermanentFailure, ServiceOutage } from './jobs.ts'
import { retryFailedJobs } from './worker/revive-jobs.ts'

export type Mailer = {
  /**
   * Resolves when the mail server (or the demo's outbox) has accepted the email; throws otherwise: AddressRefused when the address
   * cannot receive it, ServiceOutage when the mail server is unavailable. Every attempt at one job has the same Message-ID.
   */
  send(to: string, email: RenderedEmail, job?: JobIdentity): Promise<void>
  close(): void
}

/** An address or phone number refused a message for good. The message contains the reply code, never the address. */
export class AddressRefused extends PermanentFailure {
  override name = 'AddressRefused'
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
  return { send: () => Promise.reject(new ServiceOutage('no mail server is configured')), close: () => {} }
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
    async send(to, { subject, text, html, unsubscribeUrl, replyTo, calendar }, job) {
      if (outage.isActive()) throw new ServiceOutage('the mail server is unavailable')
      const headers = { ...unattended, ...(unsubscribeUrl && oneClick(unsubscribeUrl)) }
      const message = {
        from,
        to: toAddress(to),
        replyTo: replyTo && toAddress(replyTo),
        subject,
        text,
        html,
        headers,
        attachments: calendar && [toAttachment(calendar)],
      }
      await transport.sendMail({ ...message, messageId: job && toMessageId(job, from) }).catch((error: SmtpError) => {
        if (isSmtpOutage(error)) outage.start()
        throw toSendError(error)
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

/**
 * A file to open, not an alternative text: clients show a `text/calendar` alternative instead of the email, and some offer to reply.
 * The method is that of the content (RFC 6047).
 */
function toAttachment({ filename, content }: EmailedCalendar) {
  return { filename, content, contentType: `text/calendar; charset=utf-8; method=${CALENDAR_METHOD}` }
}

// Automatic responders do not reply to automatic emails (RFC 3834).
const unattended = { 'Auto-Submitted': 'auto-generated' }

/** The email client's own unsubscribe button: it sends a POST without opening the page (RFC 8058). */
function oneClick(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/**
 * Derived from the job, so that an email that is sent twice, because the response or the process was lost, is recognized as one by
 * mail servers and clients. The revision distinguishes a job that replaced another with the same key: that is another email.
 */
function toMessageId({ id, key, revision, createdAt }: JobIdentity, from: string): string {
  const identity = JSON.stringify([key, id, revision, createdAt.getTime()])
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  return `<${createHash('sha256').update(identity).digest('hex').slice(0, 40)}@${domain}>`
}

type SmtpError = { code?: string; responseCode?: number; response?: string; command?: string }

/** A refusal for good of something else than the address, such as the content or the sender, is retried a few times. */
const REFUSAL_ATTEMPTS = 5

/**
 * The error is stored in the queue and logged; the server's own text may contain the address. A full mailbox (x.2.x) or an unknown
 * host (x.1.x) takes longer than a server that refuses for now.
 */
function toSendError(error: SmtpError): Error {
  const { code = 'unknown', responseCode } = error
  const message = `the mail server did not accept the email: ${code} ${responseCode ?? ''}`.trim()
  if (isSmtpOutage(error)) return new ServiceOutage(message)
  if (isAddressRefused(error)) return new AddressRefused(message)
  if (responseCode === undefined) return new Error(message)
  if (responseCode >= 500) return new PermanentFailure(message, { attempts: REFUSAL_ATTEMPTS })
  return /^[12]\./.test(enhancedStatus(error)) ? new Error(message) : new Deferral(message)
}

/** The enhanced status code (RFC 3463) without its class: "1.1" of "550 5.1.1 no such user". */
function enhancedStatus({ response = '' }: SmtpError): string {
  return /^\d{3}[ -][245]\.(\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? ''
}

/**
 * The address is malformed, or RCPT TO was refused for good, unless by a policy (x.7.x) or for a missing login: that may be a wrong
 * configuration of ours.
 */
function isAddressRefused(error: SmtpError): boolean {
  const { code, responseCode = 0, command } = error
  if (code === 'EENVELOPE' && responseCode === 0) return true
  const isRefusal = command === 'RCPT TO' && responseCode >= 500 && responseCode !== 530
  return isRefusal && !enhancedStatus(error).startsWith('7.')
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

/** The connection or the login failed or was refused. Errors of one email or address are not an outage. */
function isSmtpOutage({ code = '', responseCode }: SmtpError): boolean {
  if (responseCode === 421 || code === 'EAUTH') return true
  return responseCode === undefined && /^(ECONNECTION|ETIMEDOUT|ESOCKET|EDNS)$/.test(code)
}
