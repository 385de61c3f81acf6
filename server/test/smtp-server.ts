import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Clock } from '../src/lib/clock.ts'
import type { Database } from '../src/lib/database.ts'
import { createMailer } from '../src/lib/mail.ts'

type Envelope = { recipients: string[]; from: string; raw: string }

/** A reply to RCPT TO or to the content, such as `450 4.7.1 come back later`. */
type Rejection = { rejectWith?: string; rejectContentWith?: string }

/**
 * A real SMTP server on a free port. While `rejectWith` is set, it rejects every recipient with that reply, and counts it. Recipients
 * at `refusing.test` never exist.
 */
export async function startSmtpServer(world: { db: Database; clock: Clock }, rejection: Rejection = {}) {
  const state = { ...rejection, received: [] as Envelope[], rejections: [] as string[] }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const reply = address.endsWith('@refusing.test') ? '550 5.1.1 no such user' : state.rejectWith
      if (reply) state.rejections.push(address)
      done(reply ? toSmtpError(`${reply} ${address}`) : null)
    },
    async onData(stream, { envelope }, done) {
      // The client may be killed in the middle of a message.
      const raw = await stream.toArray().then(
        (chunks) => chunks.join(''),
        () => undefined,
      )
      if (raw === undefined) return done(toSmtpError('451 4.4.2 connection lost'))
      if (state.rejectContentWith) return done(toSmtpError(state.rejectContentWith))
      const { mailFrom, rcptTo } = envelope
      state.received.push({
        from: mailFrom ? mailFrom.address : '',
        recipients: rcptTo.map(({ address }) => address),
        raw,
      })
      done()
    },
  })
  // A client was killed.
  server.on('error', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.server.address() as AddressInfo
  const url = `smtp://127.0.0.1:${port}`
  const config = { smtpUrl: url, mailFrom: 'Na Régua <oi@naregua.test>' }
  const mail = createMailer({ ...world, config, outbox: undefined }, { warn() {} })
  const close = () => {
    mail.close()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  /** The received emails, parsed as a mail client does. */
  const read = () => Promise.all(state.received.map(({ raw }) => PostalMime.parse(raw)))
  return Object.assign(state, { url, mail, read, close })
}

function toSmtpError(reply: string): Error {
  return Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) })
}
