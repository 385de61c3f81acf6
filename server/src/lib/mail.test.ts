import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, describe, expect, test } from 'vitest'
import { createHarness } from '../../test/harness.ts'
import { layOutLetter } from './letter.ts'
import { createMailer } from './mail.ts'

const world = await createHarness({ environment: { SEED: 'demo' } })
afterAll(() => world.close())

const letter = layOutLetter({
  subject: 'Confirmação: às 9h, João & Cia. ✂',
  greeting: 'Olá, <b>Conceição</b>!',
  paragraphs: ['Seu horário está confirmado.', 'Até amanhã — «não se atrase».'],
  code: '012345',
})

/** A real mail server on a free port, that answers `refuse` to everybody when told to. */
async function startPost({ refuse }: { refuse?: string } = {}) {
  const received: { recipients: string[]; from: string; raw: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (address, _session, done) => done(refuse ? new Error(`${refuse} ${address.address}`) : null),
    async onData(stream, { envelope }, done) {
      const raw = (await stream.toArray()).join('')
      const { mailFrom, rcptTo } = envelope
      received.push({ from: mailFrom ? mailFrom.address : '', recipients: rcptTo.map(({ address }) => address), raw })
      done()
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = server.server.address() as AddressInfo
  const config = { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Na Régua <oi@naregua.test>', hasOutbox: false }
  const mail = createMailer({ ...world, config }, { warn() {} })
  const close = () => {
    mail.close()
    return new Promise<void>((resolve) => server.close(resolve))
  }
  return { mail, received, close }
}

describe('a letter by SMTP', () => {
  test('arrives with its accents, as text and as HTML without markup of strangers', async () => {
    const { mail, received, close } = await startPost()
    await mail.send('joão.da-silva@naregua.test', letter)
    await close()
    expect(received[0]?.recipients).toEqual(['joão.da-silva@naregua.test'])
    const parsed = await PostalMime.parse(received[0]?.raw ?? '')
    expect(parsed.from).toEqual({ name: 'Na Régua', address: 'oi@naregua.test' })
    expect(parsed.subject).toBe(letter.subject)
    expect(parsed.text?.trim()).toBe(letter.text.trim())
    expect(parsed.html).toContain('Olá, &lt;b&gt;Conceição&lt;/b&gt;!')
    expect(parsed.html).toContain('>012345</p>')
    expect(parsed.html).toContain('«não se atrase»')
  })

  test('goes to one address, whatever the address looks like', async () => {
    const { mail, received, close } = await startPost()
    await mail.send('a,b@naregua.test', letter).catch(() => {})
    await close()
    expect(received.flatMap(({ recipients }) => recipients)).not.toContain('b@naregua.test')
  })

  test('that is refused fails without naming the person', async () => {
    const { mail, close } = await startPost({ refuse: 'unknown person' })
    const error = await mail.send('ana@naregua.test', letter).catch((reason: Error) => reason)
    await close()
    expect(String(error)).toMatch(/did not take the letter: EENVELOPE 550/)
    expect(String(error)).not.toContain('ana@')
  })

  test('fails when nobody listens', async () => {
    const config = { smtpUrl: 'smtp://127.0.0.1:9', mailFrom: 'x@naregua.test', hasOutbox: false }
    const mail = createMailer({ ...world, config }, { warn() {} })
    await expect(mail.send('ana@naregua.test', letter)).rejects.toThrow(/ECONNREFUSED|ECONNECTION|ESOCKET/)
    mail.close()
  })
})

test('without a mail server and without a demo it warns at start and every letter fails, so that it stays in the queue', async () => {
  const warnings: string[] = []
  const config = { smtpUrl: undefined, mailFrom: 'x@naregua.test', hasOutbox: false }
  const mail = createMailer({ ...world, config }, { warn: (message) => warnings.push(message) })
  expect(warnings).toHaveLength(1)
  await expect(mail.send('ana@naregua.test', letter)).rejects.toThrow('no mail server')
})
