import { expect, test } from 'vitest'
import { getCurrentPosition } from './geolocation.ts'

/** A browser that answers as told and remembers what it was asked. */
function browserThat(answer: { coords?: Partial<GeolocationCoordinates>; code?: number }) {
  const asked: (PositionOptions | undefined)[] = []
  const geolocation = {
    getCurrentPosition(found: PositionCallback, failed: PositionErrorCallback, options?: PositionOptions) {
      asked.push(options)
      if (answer.coords) found({ coords: answer.coords } as GeolocationPosition)
      else failed({ code: answer.code } as GeolocationPositionError)
    },
  } as Geolocation
  return { geolocation, asked }
}

test('the place comes back, asked for with high accuracy and the limits of the specification', async () => {
  const { geolocation, asked } = browserThat({ coords: { latitude: -16.7, longitude: -49.27, accuracy: 5 } })
  expect(await getCurrentPosition(geolocation)).toEqual({ latitude: -16.7, longitude: -49.27 })
  expect(asked).toEqual([{ enableHighAccuracy: true, timeout: 10_000, maximumAge: 300_000 }])
})

test.each([
  [1, 'Permissão de localização negada pelo usuário'],
  [2, 'Informações de localização indisponíveis'],
  [3, 'Tempo limite para obter localização excedido'],
  [99, 'Erro ao obter localização'],
])('failure %i has its own text', async (code, text) => {
  await expect(getCurrentPosition(browserThat({ code }).geolocation)).rejects.toThrow(text)
})

test('a browser without geolocation says so', async () => {
  await expect(getCurrentPosition()).rejects.toThrow('Geolocalização não é suportada por este navegador')
})
