export type Coordinates = { latitude: number; longitude: number }

const options: PositionOptions = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 300_000 }

/** Messages by the browser's error code. */
const failures: Record<number, string> = {
  1: 'Permissão de localização negada pelo usuário',
  2: 'Informações de localização indisponíveis',
  3: 'Tempo limite para obter localização excedido',
}

/** The user's position. Rejects with an Error whose message is ready to show. */
export function getCurrentPosition(geolocation: Geolocation | undefined = navigator.geolocation): Promise<Coordinates> {
  return new Promise((resolve, reject) => {
    if (!geolocation) return reject(new Error('Geolocalização não é suportada por este navegador'))
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ code }) => reject(new Error(failures[code] ?? 'Erro ao obter localização')),
      options,
    )
  })
}
