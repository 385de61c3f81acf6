import { expect, test } from 'vitest'
import { getCurrentPosition } from './geolocation.ts'

/** A geolocation that returns the given result and records the options. */
function mockGeolocation(result: { coords?: Partial<GeolocationCoordinates>; code?: number }) {
  const requests: (PositionOptions | undefined)[] = []
  const geolocation = {
    getCurrentPosition(found: PositionCallback, failed: PositionErrorCallback, options?: PositionOptions) {
      requests.push(options)
      if (result.coords) found({ coords: result.coords } as GeolocationPosition)
      else failed({ code: result.code } as GeolocationPositionError)
    },
  } as Geolocation
  return { geolocation, requests }
}

test('the position is requested with high accuracy and the limits of the specification [9.4]', async () => {
  const { geolocation, requests } = mockGeolocation({ coords: { latitude: -16.7, longitude: -49.27, accuracy: 5 } })
  expect(await getCurrentPosition(geolocation)).toEqual({ latitude: -16.7, longitude: -49.27 })
  expect(requests).toEqual([{ enableHighAccuracy: true, timeout: 10_000, maximumAge: 300_000 }])
})

test.each([
  [1, 'Permissão de localização negada pelo usuário'],
  [2, 'Informações de localização indisponíveis'],
  [3, 'Tempo limite para obter localização excedido'],
  [99, 'Erro ao obter localização'],
])('failure %i has its own text', async (code, text) => {
  await expect(getCurrentPosition(mockGeolocation({ code }).geolocation)).rejects.toThrow(text)
})

test('a browser without geolocation is reported', async () => {
  await expect(getCurrentPosition()).rejects.toThrow('Geolocalização não é suportada por este navegador')
})
