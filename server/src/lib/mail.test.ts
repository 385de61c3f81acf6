import ICAL from 'ical.js'
import { afterAll, describe, expect, test } from 'vitest'
import { createHarness } from '../../test/harness.ts'
import { startSmtpServer } from '../../test/smtp-server.ts'
import { renderEmail } from './email.ts'
import { formatCalendarEvents } from './icalendar.ts'
import { Deferral, PermanentFailure, ServiceOutage } from './jobs.ts'
import { AddressRefused, createMailer } from './mail.ts'

const world = await createHarness({ environment: { SEED: 'demo' } })
afterAll(() => world.close())

const email = renderEmail({
  subject: 'Confirmação: às 9h, João & Cia. ✂',
  greeting: 'Olá, <b>Conceição</b>!',
  paragraphs: ['Seu horário está confirmado.', 'Até amanhã — «não se atrase».'],
  code: '012345',
})

describe('an email by SMTP', () => {
  test('arrives with accents, as text and as escaped HTML', async () => {
    const { mail, received, read, close } = await startSmtpServer(world)
    await mail.send('joão.da-silva@naregua.test', email)
    await close()
    expect(received[0]?.recipients).toEqual(['joão.da-silva@naregua.test'])
    const [parsed] = await read()
    if (!parsed) throw new Error('nothing arrived')
    expect(parsed.from).toEqual({ name: 'Na Régua', address: 'oi@naregua.test' })
    expect(parsed.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
    expect(parsed.headers.map(({ key }) => key)).not.toContain('list-unsubscribe')
    expect(parsed.subject).toBe(email.subject)
    expect(parsed.text?.trim()).toBe(email.text.trim())
    expect(parsed.html).toContain('Olá, &lt;b&gt;Conceição&lt;/b&gt;!')
    expect(parsed.html).toContain('>012345</p>')
    expect(parsed.html).toContain('«não se atrase»')
  })

  test('carries a calendar as a file that the client opens, not as another text of the email', async () => {
    const { mail, read, close } = await startSmtpServer(world)
    const event = {
      uid: 'a1',
      start: new Date('2026-03-12T15:00:00Z'),
      end: new Date('2026-03-12T15:30:00Z'),
      title: 'Corte na Navalha de Ouro ✂',
      description: 'Com João.',
      location: 'Rua 9, 100',
      url: 'https://naregua.test/barbershop/1',
      stamp: new Date('2026-03-11T15:00:00Z'),
      sequence: 2,
      status: 'CONFIRMED',
    } as const
    const calendar = { filename: 'agendamento.ics', content: formatCalendarEvents([event]) }
    await mail.send('ana@naregua.test', { ...email, calendar })
    await close()
    const [parsed] = await read()
    expect(parsed?.text?.trim()).toBe(email.text.trim())
    expect(parsed?.attachments).toHaveLength(1)
    const [file] = parsed?.attachments ?? []
    expect(file).toMatchObject({ filename: 'agendamento.ics', mimeType: 'text/calendar', disposition: 'attachment' })
    expect(file?.method?.toUpperCase()).toBe('PUBLISH')
    const content = typeof file?.content === 'string' ? file.content : new TextDecoder().decode(file?.content)
    const parsedCalendar = new ICAL.Component(ICAL.parse(content))
    expect(parsedCalendar.getFirstPropertyValue('method')).toBe('PUBLISH')
    const parsedEvent = parsedCalendar.getFirstSubcomponent('vevent')
    expect(parsedEvent?.getFirstPropertyValue('summary')).toBe(event.title)
    expect(String(parsedEvent?.getFirstPropertyValue('dtstart'))).toBe('2026-03-12T15:00:00Z')
    expect(parsedEvent?.getFirstPropertyValue('sequence')).toBe(2)
  })

  test('of a topic has an unsubscribe header', async () => {
    const { mail, read, close } = await startSmtpServer(world)
    const unsubscribeUrl = `https://naregua.test/descadastrar?token=${'x'.repeat(90)}`
    await mail.send('ana@naregua.test', { ...email, unsubscribeUrl })
    await close()
    const headers = new Map((await read())[0]?.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('list-unsubscribe')?.replace(/\s/g, '')).toBe(`<${unsubscribeUrl}>`)
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  })

  test('goes to one address, whatever the address looks like', async () => {
    const { mail, received, close } = await startSmtpServer(world)
    await mail.send('a,b@naregua.test', email).catch(() => {})
    await close()
    expect(received.flatMap(({ recipients }) => recipients)).not.toContain('b@naregua.test')
  })

  test.each([
    ['550 5.1.1 no such user', AddressRefused, 1],
    ['553 mailbox name not allowed', AddressRefused, 1],
    ['554 5.7.1 relay access denied', PermanentFailure, 5],
    ['530 authentication required', PermanentFailure, 5],
    ['451 4.3.0 try again later', Deferral, undefined],
    ['450 greylisted', Deferral, undefined],
    ['452 4.2.2 mailbox full', Error, undefined],
    ['421 4.3.2 shutting down', ServiceOutage, undefined],
  ])('refused with "%s" fails with the error that decides about retries', async (rejectWith, kind, attempts) => {
    const { mail, close } = await startSmtpServer(world, { rejectWith })
    const error = await mail.send('ana@naregua.test', email).catch((reason: Error) => reason)
    await close()
    expect([Object(error).constructor, Object(error).attempts]).toEqual([kind, attempts])
    expect(String(error)).not.toContain('ana@')
  })

  test('whose content is refused does not blame the address', async () => {
    const { mail, close } = await startSmtpServer(world, { rejectContentWith: '554 5.6.0 looks like spam' })
    const error = await mail.send('ana@naregua.test', email).catch((reason: Error) => reason)
    await close()
    expect(Object(error).constructor).toBe(PermanentFailure)
  })

  test('has the same Message-ID in every attempt at its job, and another one in any other job', async () => {
    const { mail, read, close } = await startSmtpServer(world)
    const job = { id: '7', key: 'invite:1', revision: 0, createdAt: new Date('2026-03-11T12:00:00Z') }
    const others = [{ id: '8' }, { key: 'invite:2' }, { revision: 1 }, { createdAt: new Date(0) }]
    for (const each of [job, { ...job }, ...others.map((other) => ({ ...job, ...other }))])
      await mail.send('ana@naregua.test', email, each)
    await mail.send('ana@naregua.test', email)
    await close()
    const [first, second, ...rest] = (await read()).map(({ messageId }) => String(messageId))
    expect(first).toMatch(/^<[0-9a-f]{40}@naregua\.test>$/)
    expect(second).toBe(first)
    expect(new Set([first, ...rest]).size).toBe(6)
  })

  test('that is refused fails without the address in the error', async () => {
    const { mail, close } = await startSmtpServer(world, { rejectWith: '550 5.1.1 unknown person' })
    const error = await mail.send('ana@naregua.test', email).catch((reason: Error) => reason)
    await close()
    expect(String(error)).toMatch(/did not accept the email: EENVELOPE 550/)
    expect(String(error)).not.toContain('ana@')
  })

  test('fails without a mail server', async () => {
    const config = { smtpUrl: 'smtp://127.0.0.1:9', mailFrom: 'x@naregua.test' }
    const mail = createMailer({ ...world, config }, { warn() {} })
    await expect(mail.send('ana@naregua.test', email)).rejects.toThrow(/ECONNREFUSED|ECONNECTION|ESOCKET/)
    mail.close()
  })
})

test('without a mail server and demo it warns at start and every email fails, so that its job stays in the queue', async () => {
  const warnings: string[] = []
  const config = { smtpUrl: undefined, mailFrom: 'x@naregua.test' }
  const mail = createMailer({ ...world, config }, { warn: (message) => warnings.push(message) })
  expect(warnings).toHaveLength(1)
  await expect(mail.send('ana@naregua.test', email)).rejects.toThrow('no mail server')
})
