import { expect, test } from 'vitest'
import { renderEmail } from './email.ts'

const full = renderEmail({
  subject: 'Horário confirmado: Corte, quinta, 12/03/2026 às 15h30',
  greeting: 'Olá, Conceição!',
  paragraphs: ['Rui confirmou o seu horário.', 'Precisa mudar? Até duas horas antes dá tempo.'],
  details: [
    ['Serviço', 'Corte'],
    ['Quando', 'quinta, 12/03/2026 às 15h30, horário de Manaus'],
  ],
  action: { label: 'Ver meu horário', url: 'https://naregua.test/customer/appointments?a=1&b=2' },
  unsubscribeUrl: 'https://naregua.test/descadastrar?token=t',
})

test('the text part has the content of the HTML part in order', () => {
  expect(full.text).toBe(`Na Régua
|’’’|’’’|’’’|

Olá, Conceição!

Rui confirmou o seu horário.

Serviço: Corte
Quando: quinta, 12/03/2026 às 15h30, horário de Manaus

Ver meu horário:
https://naregua.test/customer/appointments?a=1&b=2

Precisa mudar? Até duas horas antes dá tempo.

${'-- '}
Na Régua
Não quer mais e-mails como este? https://naregua.test/descadastrar?token=t
`)
})

test('the HTML part has the same content, its links, and dark colors', () => {
  for (const words of [
    'Rui confirmou o seu horário.',
    '>Quando</td>',
    'horário de Manaus</td>',
    '>Ver meu horário</a>',
  ]) {
    expect(full.html).toContain(words)
  }
  expect(full.html).toContain('href="https://naregua.test/customer/appointments?a=1&amp;b=2"')
  expect(full.html).toContain('href="https://naregua.test/descadastrar?token=t"')
  expect(full.html).toContain('prefers-color-scheme:dark')
  expect(full.unsubscribeUrl).toBe('https://naregua.test/descadastrar?token=t')
})

test('an email about the account has no unsubscribe link and no empty blocks', () => {
  const bare = renderEmail({ subject: 'Senha alterada', greeting: 'Olá!', paragraphs: ['Sua senha mudou.'] })
  expect(bare.text).toBe('Na Régua\n|’’’|’’’|’’’|\n\nOlá!\n\nSua senha mudou.\n\n-- \nNa Régua\n')
  expect(bare.html).not.toMatch(/undefined|descadastrar|Parar de receber|<table[^>]*class="line"/)
  expect(bare).not.toHaveProperty('unsubscribeUrl')
})

test('user content is escaped everywhere', () => {
  const evil = `</td><img src=x onerror="alert('1')">`
  const { html, subject, text } = renderEmail({
    subject: `${evil}\r\nBcc: rui@naregua.test`,
    greeting: `Olá, ${evil}!`,
    paragraphs: [evil, `${evil}\nsegunda linha`],
    code: evil,
    details: [[evil, evil]],
    action: { label: evil, url: `https://naregua.test/?q=${evil}` },
    unsubscribeUrl: `https://naregua.test/?t=${evil}`,
  })
  expect(html).not.toMatch(/<img|onerror="/)
  expect(html).toContain('<br>segunda linha')
  expect(subject).not.toMatch(/[\r\n]/)
  expect(text).toContain('segunda linha')
})
