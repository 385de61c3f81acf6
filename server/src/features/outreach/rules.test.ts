import { defaultOutreachTexts, findOutreachTextProblem, outreachPurposes } from '@na-regua/contract/outreach'
import { expect, test } from 'vitest'
import { fillText, listBirthdays } from './rules.ts'

test('birthdays are those of a week; one of a leap day is on the last of February', () => {
  expect(listBirthdays('2026-12-28').map(({ birthday }) => birthday)).toEqual([
    '12-28',
    '12-29',
    '12-30',
    '12-31',
    '01-01',
    '01-02',
    '01-03',
  ])
  expect(listBirthdays('2027-02-26').slice(1, 5)).toEqual([
    { birthday: '02-27', date: '2027-02-27' },
    { birthday: '02-28', date: '2027-02-28' },
    { birthday: '02-29', date: '2027-02-28' },
    { birthday: '03-01', date: '2027-03-01' },
  ])
  expect(listBirthdays('2028-02-28').slice(0, 2)).toEqual([
    { birthday: '02-28', date: '2028-02-28' },
    { birthday: '02-29', date: '2028-02-29' },
  ])
})

const filling = {
  customerName: 'Ana {link} Souza',
  shopName: 'Navalha $1',
  timeZone: 'America/Manaus',
  link: 'https://example.test/a/x',
  appointment: { startsAt: new Date('2026-03-13T03:30:00Z'), barberName: 'Tonho' },
}

test('a text is filled in the zone of the barbershop', () => {
  expect(fillText(defaultOutreachTexts.tomorrow, filling)).toBe(
    'Olá, Ana. Seu horário na Navalha $1 é quinta, 12/03/2026, às 23h30, com Tonho. Confirme, mude ou cancele aqui: https://example.test/a/x',
  )
  expect(fillText('{nome} {dia} {nada}', { ...filling, appointment: undefined })).toBe('Ana {dia} {nada}')
})

test('the texts of every barbershop are valid, and a text is refused for what it cannot contain', () => {
  for (const purpose of outreachPurposes)
    expect(findOutreachTextProblem(purpose, defaultOutreachTexts[purpose])).toBeUndefined()
  expect(findOutreachTextProblem('birthday', 'Oi, {nome}, às {hora}')).toBe(
    '{hora} não existe. Use {nome}, {barbearia}, {link}.',
  )
  expect(findOutreachTextProblem('absent', 'Oi, {nome')).toMatch(/^\{nome não existe/)
  expect(findOutreachTextProblem('absent', 'Oi, {}')).toMatch(/^\{\} não existe/)
  expect(findOutreachTextProblem('absent', '  ')).toBe('Escreva o texto da mensagem.')
  expect(findOutreachTextProblem('tomorrow', 'Oi, {nome}')).toBe('Falta {link}: é por ele que o cliente confirma.')
})
