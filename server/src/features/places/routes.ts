import { placesApi } from '@na-regua/contract/places'
import type { Clock } from '../../lib/clock.ts'
import type { Config } from '../../lib/config.ts'
import type { App } from '../../lib/http.ts'
import { createGeocoder } from '../../lib/places/geocoder.ts'
import { createIbge } from '../../lib/places/ibge.ts'
import { createViaCep } from '../../lib/places/viacep.ts'
import { createFindZipCode } from './find-zip-code.ts'
import { createLocalities } from './list-localities.ts'
import { listMunicipalities } from './list-municipalities.ts'
import { createReverseGeocode } from './reverse-geocode.ts'

type PlaceDeps = { clock: Clock; config: Pick<Config, 'geocoderUrl' | 'ibgeUrl' | 'viacepUrl'> }

export function placeRoutes(app: App, { clock, config }: PlaceDeps) {
  const reverseGeocode = createReverseGeocode(
    config.geocoderUrl ? createGeocoder({ url: config.geocoderUrl, clock }) : undefined,
  )
  app.route({
    ...placesApi.reverseGeocode,
    access: 'public',
    statements: 0,
    handler: ({ query }) => reverseGeocode({ latitude: query.lat, longitude: query.lon }),
  })
  app.route({
    ...placesApi.municipalities,
    access: 'public',
    statements: 0,
    handler: ({ query }) => ({ municipalities: listMunicipalities(query) }),
  })
  localityRoutes(app, { clock, config })
}

function localityRoutes(app: App, { clock, config: { ibgeUrl, viacepUrl } }: PlaceDeps) {
  const localities = createLocalities({ ibge: ibgeUrl ? createIbge(ibgeUrl) : undefined, clock })
  const findZipCode = createFindZipCode({ find: viacepUrl ? createViaCep(viacepUrl) : undefined, clock })
  app.route({
    ...placesApi.states,
    access: 'public',
    statements: 0,
    handler: async () => ({ states: await localities.listStates() }),
  })
  app.route({
    ...placesApi.cities,
    access: 'public',
    statements: 0,
    handler: async ({ params }) => ({ cities: await localities.listCities(params.sigla.toUpperCase()) }),
  })
  app.route({
    ...placesApi.zipCode,
    // Every request may cause a request to another service.
    access: 'self',
    statements: 0,
    handler: ({ params }) => findZipCode(params.zip),
  })
}
