import type { GroupOption } from '@na-regua/contract/groups'
import { describe, expect, test } from 'vitest'
import { countFree, describeOption, formatServices, listChosen, listNames, toMembers } from './rules.ts'

const place = (barberName: string, startTime: string) => ({
  barberId: `id of ${barberName}`,
  barberName,
  startTime,
  durationMin: 30,
  priceCents: 5000,
})
const nine = '2026-11-23T12:00:00.000Z'
const half = '2026-11-23T12:30:00.000Z'
const zone = 'America/Sao_Paulo'

describe('who may be added', () => {
  test('is the customer and the known guests, without those who are in the group', () => {
    expect(listNames(['Bento', 'Ana'], [''])).toEqual(['Bento', 'Ana'])
    expect(listNames(['Bento', 'Ana'], ['bento '])).toEqual(['', 'Ana'])
    expect([countFree(['']), countFree(['', 'a', 'b', 'c'])]).toEqual([3, 0])
  })

  test('is also who is being typed, once', () => {
    expect(listChosen(['Bento'], ' Ana ')).toEqual(['Bento', 'Ana'])
    expect(listChosen(['Bento'], ' BENTO')).toEqual(['Bento'])
    expect(listChosen([], '  ')).toEqual([])
  })
})

describe('an option', () => {
  const two: GroupOption = { kind: 'one-after-other', places: [place('Lia', nine), place('Lia', half)] }

  test('says who is served when and by whom, and what all pay', () => {
    expect(describeOption(two, ['Você', 'Bento'], zone)).toEqual({
      title: 'Um depois do outro',
      details: ['Você: 9h com Lia', 'Bento: 9h30 com Lia'],
      priceCents: 10_000,
    })
    expect(describeOption({ ...two, places: [place('Lia', half)] }, ['Bento'], zone)).toEqual({
      title: 'Logo depois',
      details: ['9h30 com Lia'],
      priceCents: 5000,
    })
  })

  test('is booked for the persons in their order', () => {
    const persons = [
      { name: '', serviceIds: ['cut', 'beard'], note: 'Franja curta' },
      { name: 'Bento', serviceIds: ['kids'] },
    ]
    expect(formatServices(persons)).toBe('cut,beard;kids')
    const at = { barberId: 'id of Lia', priceCents: 5000 }
    expect(toMembers(persons, two)).toEqual([
      { ...at, note: 'Franja curta', serviceIds: ['cut', 'beard'], startTime: nine },
      { ...at, guestName: 'Bento', serviceIds: ['kids'], startTime: half },
    ])
  })
})
