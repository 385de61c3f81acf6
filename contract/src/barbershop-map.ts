import { type Static, Type } from 'typebox'
import { Cents, Id, Instant, Nullable } from './fields.ts'

/** Several barbershops that are too close to be pins of their own: their center, and the rectangle that encloses them. */
export const MapCluster = Type.Object({
  count: Type.Integer(),
  latitude: Type.Number(),
  longitude: Type.Number(),
  north: Type.Number(),
  south: Type.Number(),
  east: Type.Number(),
  west: Type.Number(),
})
export type MapCluster = Static<typeof MapCluster>

export const MapPin = Type.Object({
  id: Id,
  name: Type.String(),
  latitude: Type.Number(),
  longitude: Type.Number(),
  timeZone: Type.String(),
  /** Cents of the cheapest active service, with the cheapest barber. */
  price_from: Nullable(Cents),
  /** The next slot of the first service; null when there is none, or when it is not known. */
  nextSlot: Nullable(Instant),
})
export type MapPin = Static<typeof MapPin>

/** `total` counts all, those in clusters too. At most 512 clusters and pins together. */
export const BarbershopMap = Type.Object({
  total: Type.Integer(),
  clusters: Type.Array(MapCluster),
  pins: Type.Array(MapPin),
})
export type BarbershopMap = Static<typeof BarbershopMap>
