import { placesApi } from '@na-regua/contract/places'
import type { Clock } from '../../lib/clock.ts'
import { createGeocoder } from '../../lib/geocoder.ts'
import type { App } from '../../lib/http.ts'
import { createGetPlace } from './get-place.ts'
import { listMunicipalities } from './list-municipalities.ts'

type Deps = { clock: Clock; config: { geocoderUrl: string | undefined } }

export function placeRoutes(app: App, { clock, config }: Deps) {
  const getPlace = createGetPlace(config.geocoderUrl ? createGeocoder({ url: config.geocoderUrl, clock }) : undefined)
  app.route({
    ...placesApi.reverseGeocode,
    access: 'public',
    handler: ({ query }) => getPlace({ latitude: query.lat, longitude: query.lon }),
  })
  app.route({
    ...placesApi.municipalities,
    access: 'public',
    handler: ({ query }) => ({ municipalities: listMunicipalities(query) }),
  })
}
