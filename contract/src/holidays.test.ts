import { expect, test } from 'vitest'
import { computeEaster, listHolidays, listUpcomingHolidays } from './holidays.ts'

const states = 'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ')
const years = Array.from({ length: 301 }, (_, index) => 1900 + index)
const plusDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
const weekdayOf = (date: string) => new Date(date).getUTCDay()
const find = (year: number, state: string, name: string) =>
  listHolidays(year, state).find((holiday) => holiday.name === name)?.date

/** By the tables of the church instead of the closed formula: the Sunday after the full moon of the golden number and the epact. */
function lookUpEaster(year: number): string {
  const golden = (year % 19) + 1
  const century = Math.floor(year / 100) + 1
  const solar = Math.floor((3 * century) / 4) - 12
  const lunar = Math.floor((8 * century + 5) / 25) - 5
  const raw = (((11 * golden + 20 + lunar - solar) % 30) + 30) % 30
  const epact = (raw === 25 && golden > 11) || raw === 24 ? raw + 1 : raw
  const march = 44 - epact < 21 ? 74 - epact : 44 - epact
  const moon = plusDays(`${year}-03-01`, march - 1)
  return plusDays(moon, 7 - weekdayOf(moon))
}

test('Easter is that of the tables for three centuries', () => {
  for (const year of years) expect([year, computeEaster(year)]).toEqual([year, lookUpEaster(year)])
})

test.each([
  [1981, '1981-04-19'],
  [2000, '2000-04-23'],
  [2008, '2008-03-23'],
  [2011, '2011-04-24'],
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2028, '2028-04-16'],
  [2038, '2038-04-25'],
])('Easter of %i is %s', (year, date) => {
  expect(computeEaster(year)).toBe(date)
})

test('what depends on Easter falls on its weekday in every year', () => {
  for (const year of years) {
    const weekdays = ['Segunda-feira de Carnaval', 'Carnaval', 'Sexta-feira Santa', 'Corpus Christi'].map((name) =>
      weekdayOf(String(find(year, 'GO', name))),
    )
    expect([year, ...weekdays]).toEqual([year, 1, 2, 5, 4])
    // In some years it is the day of Tiradentes or of Labour.
    expect(listHolidays(year, 'ES').map(({ date }) => date)).toContain(plusDays(computeEaster(year), 8))
  }
})

test('the holidays of São Paulo in 2026', () => {
  expect(listHolidays(2026, 'SP').map(({ date, name, kind }) => `${date} ${name} ${kind}`)).toEqual([
    '2026-01-01 Confraternização Universal national',
    '2026-02-16 Segunda-feira de Carnaval optional',
    '2026-02-17 Carnaval optional',
    '2026-04-03 Sexta-feira Santa national',
    '2026-04-21 Tiradentes national',
    '2026-05-01 Dia do Trabalho national',
    '2026-06-04 Corpus Christi optional',
    '2026-07-09 Revolução Constitucionalista state',
    '2026-09-07 Independência do Brasil national',
    '2026-10-12 Nossa Senhora Aparecida national',
    '2026-11-02 Finados national',
    '2026-11-15 Proclamação da República national',
    '2026-11-20 Dia da Consciência Negra national',
    '2026-12-25 Natal national',
  ])
})

test('every state has each date once, in order, in every year', () => {
  for (const state of states)
    for (const year of years) {
      const dates = listHolidays(year, state).map(({ date }) => date)
      expect(dates).toEqual([...new Set(dates)].toSorted())
      expect(dates.every((date) => date.startsWith(String(year)))).toBe(true)
      expect(dates.length).toBeGreaterThanOrEqual(year < 2024 ? 11 : 12)
    }
})

test('the law of the year and of the state decides', () => {
  expect(find(2023, 'GO', 'Dia da Consciência Negra')).toBeUndefined()
  expect(find(2024, 'GO', 'Dia da Consciência Negra')).toBe('2024-11-20')
  expect(listHolidays(2026, 'RJ').find(({ date }) => date === '2026-02-17')?.kind).toBe('state')
  // The same day as Tiradentes, which is national.
  expect(find(2026, 'DF', 'Aniversário de Brasília')).toBeUndefined()
  // Acre: 5 September 2028 is a Tuesday, 2026 a Saturday. Santa Catarina: 11 August 2026 is a Tuesday, 2030 a Sunday.
  expect([find(2028, 'AC', 'Dia da Amazônia'), find(2026, 'AC', 'Dia da Amazônia')]).toEqual([
    '2028-09-08',
    '2026-09-05',
  ])
  const capitania = 'Criação da Capitania de Santa Catarina'
  expect([find(2026, 'SC', capitania), find(2024, 'SC', capitania)]).toEqual(['2026-08-16', '2024-08-11'])
})

/** As governments published them for the year; what is national or optional is left out. */
test.each([
  ['AC', 2026, '01-22 01-23 03-08 06-15 09-05 11-17'],
  ['AL', 2026, '06-24 06-29 09-16 11-30'],
  ['AL', 2021, '06-24 06-29 09-16 11-29'],
  ['AL', 2023, '06-24 06-29 09-16 12-01'],
  ['AM', 2025, '09-05 12-08'],
  ['AP', 2026, '03-19 05-15 09-13 10-05 11-30'],
  ['ES', 2025, '04-28'],
  ['MS', 2024, '10-11'],
  ['PI', 2026, '10-19'],
  ['PR', 2026, ''],
  ['RN', 2025, '10-03'],
  ['RN', 2024, '10-03'],
  ['RO', 2024, '01-04'],
])('the state holidays of %s in %i', (state, year, dates) => {
  const found = listHolidays(year, state).filter(({ kind }) => kind === 'state')
  expect(found.map(({ date }) => date.slice(5)).join(' ')).toBe(dates)
})

test('the coming ones begin with today and include each once a year', () => {
  const upcoming = (today: string) => listUpcomingHolidays({ state: 'GO', today })
  expect(upcoming('2026-12-25')[0]).toMatchObject({ date: '2026-12-25', name: 'Natal' })
  expect(upcoming('2026-12-26')[0]).toMatchObject({ date: '2027-01-01' })
  for (let offset = 0; offset < 800; offset += 1) {
    const today = plusDays('2026-01-01', offset)
    const natal = upcoming(today).filter(({ name }) => name === 'Natal')
    expect(natal).toHaveLength(1)
  }
})
