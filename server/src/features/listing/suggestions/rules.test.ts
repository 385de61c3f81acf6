import type { ParsedSentence } from '@na-regua/search'
import { expect, test } from 'vitest'
import { isShownPlace, isWholeName, listNotes, orderKinds, quality } from './rules.ts'

const tesouro = { kind: 'city', name: 'Tesouro', area: 'MT', latitude: -16.1, longitude: -53.6 } as const
const mooca = {
  kind: 'neighborhood',
  name: 'Mooca',
  area: 'São Paulo - SP',
  latitude: -23.5,
  longitude: -46.6,
} as const
const augusta = { ...mooca, kind: 'street', name: 'Rua Augusta' } as const

function first(sentence: ParsedSentence, text: string, more: Partial<Parameters<typeof orderKinds>[0]> = {}) {
  const others = { barbershops: undefined, barbers: undefined, isNamed: false, isProvided: true, isPlaceLikely: false }
  return orderKinds({ sentence, text, ...others, ...more })[0]
}

test('a town is first only when nothing else was found, or when more than its name was typed', () => {
  expect(first({ place: tesouro }, 'tesouro')).toBe('places')
  expect(first({ place: tesouro }, 'tesouro', { barbershops: quality.typo })).toBe('barbershops')
  expect(first({ place: tesouro }, 'tesouro', { barbers: quality.name })).toBe('barbers')
  expect(first({ place: tesouro }, 'Tesouro MT', { barbershops: quality.text })).toBe('places')
  expect(first({ place: tesouro }, 'barbearias em tesouro', { barbershops: quality.text })).toBe('places')
  expect(first({ place: tesouro, isPlaceGuessed: true }, 'tesora', { barbershops: quality.name })).toBe('barbershops')
})

test('a neighbourhood is before what is in it, a street only before what is not named like it', () => {
  expect(first({ place: mooca }, 'mooca', { barbershops: quality.text })).toBe('places')
  expect(first({ place: augusta }, 'augusta', { barbershops: quality.text })).toBe('places')
  expect(first({ place: augusta }, 'augusta', { barbers: quality.name })).toBe('barbers')
  expect(
    first({ place: mooca, isPlaceGuessed: true }, 'moca', { barbershops: quality.typo, isPlaceLikely: true }),
  ).toBe('places')
})

test('filters are first unless they are the words of a name, or no barbershop provides the service', () => {
  const found = { barbershops: quality.name }
  expect(first({ service: 'barba' }, 'barba', found)).toBe('filters')
  expect(first({ service: 'tesoura', text: 'dom' }, 'dom tesoura', found)).toBe('barbershops')
  expect(first({ service: 'corte', freeOn: '2026-03-15' }, 'cortes de domingo', { ...found, isNamed: true })).toBe(
    'barbershops',
  )
  expect(first({ service: 'feminino' }, 'feminino', { ...found, isProvided: false })).toBe('barbershops')
  expect(first({ service: 'barba', text: 'xyz' }, 'barba xyz')).toBe('filters')
})

test('a name is typed with or without the words that every barbershop has', () => {
  expect(isWholeName('Meia-Noite Barbearia', 'meia noite')).toBe(true)
  expect(isWholeName('Contorno Barbearia', 'contorno')).toBe(false)
  expect(isWholeName('Contorno Barbearia', 'contorno barbearia')).toBe(true)
  expect(isWholeName('Cabelo, Barba & Bossa', 'cabelo e barba')).toBe(false)
})

test('a town that only resembles the words is not shown beside anything else', () => {
  expect(isShownPlace(tesouro, ['tesoura', ''], false)).toBe(false)
  expect(isShownPlace(tesouro, ['tesoura', ''], true)).toBe(true)
  expect(isShownPlace(tesouro, ['barba em tesouro', ''], false)).toBe(true)
  expect(isShownPlace(mooca, ['moo', ''], false)).toBe(true)
})

test('a note says what a word was understood as, that no barbershop provides it, or that it is not known', () => {
  const sentence: ParsedSentence = {
    service: 'low fade',
    word: { say: '', searches: ['low fade', 'degradê'], why: 'é um degradê', typed: 'Low Fade' },
  }
  expect(listNotes({ sentence, service: 'low fade' })).toEqual([])
  expect(listNotes({ sentence, service: 'degradê' })).toEqual(['“Low Fade” é um degradê. Mostramos quem faz degradê.'])
  expect(listNotes({ sentence, service: undefined })).toEqual([
    'Ninguém a até 50 km tem “Low Fade” na lista de serviços.',
  ])
  const unknown = [{ say: 'pix', why: 'não sabemos', typed: 'Pix' }]
  expect(listNotes({ sentence: { unknown }, service: undefined })).toEqual(['“Pix”: não sabemos.'])
  expect(listNotes({ sentence: { service: 'barba' }, service: 'barba' })).toEqual([])
})
