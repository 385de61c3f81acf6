import { expect, test } from 'vitest'
import {
  describeCluster,
  describeMapTotal,
  describePin,
  joinClusters,
  placeLabels,
  toBox,
  toSearchCircle,
} from './rules.ts'

const KM = 1 / 111.195
const center = { latitude: -23.55, longitude: -46.63 }
const boxOf = (height: number, width: number) => {
  const east = (width * KM) / Math.cos((center.latitude * Math.PI) / 180)
  const { latitude, longitude } = center
  return {
    north: latitude + height * KM,
    south: latitude - height * KM,
    east: longitude + east,
    west: longitude - east,
  }
}

test.each([
  [1.39, 5, 1.3],
  [5, 0.479, 0.47],
  [12.7, 12.6, 12],
  [900, 800, 100],
  [0.01, 0.01, 0.1],
])('of %d × %d km to the edges, %d km are searched', (height, width, radiusInKm) => {
  expect(toSearchCircle(boxOf(height, width), center)).toEqual({ ...center, radiusInKm })
})

test('a box stays within the world', () => {
  expect(toBox({ north: 91, south: -90.2, east: 200, west: -46.1234567 })).toEqual({
    north: 90,
    south: -90,
    east: 180,
    west: -46.12346,
  })
})

const pin = { id: '1', name: 'Navalha', latitude: 0, longitude: 0, timeZone: 'America/Sao_Paulo', price_from: 4500 }
const now = new Date('2026-03-11T15:00:00Z')
const formatDay = (date: string) => (date === '2026-03-12' ? 'Amanhã' : undefined)

test('a pin has the next time, else the price', () => {
  expect(describePin({ ...pin, nextSlot: '2026-03-11T17:15:00.000Z' }, now, formatDay)).toEqual({
    label: '14h15',
    name: 'Navalha, próximo horário 14h15',
  })
  expect(describePin({ ...pin, nextSlot: '2026-03-12T12:00:00.000Z' }, now, formatDay)).toEqual({
    label: 'Amanhã 9h',
    name: 'Navalha, próximo horário amanhã, 9h',
  })
  const { label, name } = describePin({ ...pin, nextSlot: null }, now, formatDay)
  expect([label, name].map((text) => text.replace(/\s/g, ' '))).toEqual(['R$ 45,00', 'Navalha, a partir de R$ 45,00'])
  expect(describePin({ ...pin, nextSlot: null, price_from: null }, now, formatDay)).toEqual({
    label: '–',
    name: 'Navalha',
  })
})

test('totals and clusters in words', () => {
  expect(describeMapTotal(0)).toBe('Nenhuma barbearia nesta parte do mapa')
  expect(describeMapTotal(1)).toBe('1 barbearia no mapa')
  expect(describeCluster(1200, true)).toBe('1.200 barbearias, aproximar o mapa')
  expect(describeCluster(3, false)).toBe('3 barbearias, ver na lista')
})

test('of labels that would cover one another the next slot has its own, and none covers a cluster', () => {
  const pin = { label: '14h15', x: 100, y: 100, start: 2 }
  const near = [
    { ...pin, id: 'later' },
    { ...pin, id: 'next', x: 110, start: 1 },
    { ...pin, id: 'beside', x: 180, start: 3 },
    { ...pin, id: 'below', y: 140, start: 4 },
    { ...pin, id: 'beside a cluster', x: 300, start: 0 },
  ]
  const cluster = { left: 290, right: 320, top: 80, bottom: 110 }
  expect([...placeLabels(near, [cluster])]).toEqual([
    ['next', 'above'],
    ['later', 'below'],
    ['beside', 'above'],
    ['below', 'below'],
  ])
  expect([...placeLabels(near.slice(-1), [{ ...cluster, bottom: 100 }])]).toEqual([['beside a cluster', 'below']])
  expect([...placeLabels([], [cluster])]).toEqual([])
})

test('clusters that would cover one another are one, at the place of the larger', () => {
  const cluster = { count: 2, latitude: -16.7, longitude: -49.3, north: -16.6, south: -16.8, east: -49.2, west: -49.4 }
  const larger = { ...cluster, count: 4, latitude: -16.9, south: -17 }
  const apart = { ...cluster, longitude: -48 }
  const joined = joinClusters(
    [
      { cluster, x: 0, y: 0 },
      { cluster: larger, x: 0, y: 35 },
      { cluster: apart, x: 36, y: 35 },
    ],
    36,
  )
  expect(joined).toEqual([{ ...larger, count: 6 }, apart])
})
