import { expect, test } from 'vitest'
import { describePlace, readPlace, writePlace } from './rules.ts'

test('a place is read from the address to ten metres, and written back beside what stood there', () => {
  const address = new URLSearchParams('radius=5&lat=-16.686891&lon=-49.264788')
  const place = readPlace(address)
  expect(place).toEqual({ latitude: -16.6869, longitude: -49.2648 })
  expect(writePlace(address, place as NonNullable<typeof place>).toString()).toBe('radius=5&lat=-16.6869&lon=-49.2648')
})

test.each(['', 'lat=1', 'lat=&lon=', 'lat=91&lon=0', 'lat=0&lon=181', 'lat=x&lon=y', 'lat=%20&lon=0'])(
  'no place on Earth: %s',
  (address) => {
    expect(readPlace(new URLSearchParams(address))).toBeUndefined()
  },
)

test('the country is left out of the name', () => {
  const place = {
    city: 'Goiânia',
    state: 'GO',
    country: 'Brasil',
    formattedAddress: 'Setor Bueno, Goiânia - GO, Brasil',
  }
  expect(describePlace(place)).toBe('Setor Bueno, Goiânia - GO')
})
