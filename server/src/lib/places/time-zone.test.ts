import { expect, test } from 'vitest'
import { zoneOf } from './time-zone.ts'

test.each([
  ['Goiânia', -16.6869, -49.2648, 'America/Sao_Paulo'],
  ['Recife', -8.0539, -34.8811, 'America/Recife'],
  ['Fernando de Noronha, of the same state', -3.854, -32.423, 'America/Noronha'],
  ['Manaus', -3.119, -60.0217, 'America/Manaus'],
  ['Eirunepé, of the same state', -6.66, -69.874, 'America/Eirunepe'],
  ['Tabatinga, of the same state', -4.231, -69.939, 'America/Eirunepe'],
  ['Rio Branco', -9.974, -67.81, 'America/Rio_Branco'],
  ['Cuiabá', -15.601, -56.0974, 'America/Cuiaba'],
])('%s', (_, latitude, longitude, zone) => {
  expect(zoneOf(latitude, longitude)).toBe(zone)
})
