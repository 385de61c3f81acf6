import { enlarge, i32 } from '../points/typed-arrays.ts'
import type { SearchRow } from '../search-query.ts'
import { toPlaceWords } from './place-names.ts'
import { type GeoPoint, type KnownPlace, MICRODEGREES, type Place, PlaceTable, type TableEntry } from './place-table.ts'

/** How places are found around a position: the one that is meant first. */
export type PlaceLookup = {
  /** Places with this whole name, as toPlaceWords() joined. */
  list: (form: string) => Place[]
  /** True for the nearby ones and the largest cities, which are meant also without a word such as 'em'. */
  isLikely: (place: Place) => boolean
  hasWord: (word: string) => boolean
  listCorrections: (word: string) => string[]
  /** The place of a CEP of eight digits, or of its first five. */
  findZipCode: (digits: string) => Place | undefined
}

type ZipArea = { count: number; latitudeSum: number; longitudeSum: number }

/** By barbershop: latitude and longitude in microdegrees, neighbourhood, street, and the first five digits of its CEP; -1 without. */
const WIDTH = 5
const MIN_ZIP_DIGITS = 3
const MAX_ZIP_DIGITS = 5
/** Kilometres that a customer calls near. */
const NEARBY = 60
const EARTH_RADIUS = 6371.0088
const RADIANS = Math.PI / 180

/**
 * The places of barbershops: their neighbourhoods, streets and CEPs, each where they are on average. Cities and landmarks are known
 * beforehand. About fifty bytes per barbershop, outside the JavaScript heap, beside each place once.
 */
export class PlaceIndex {
  readonly #table = new PlaceTable()
  readonly #zipAreas = new Map<string, ZipArea>()
  /** The number of each barbershop. */
  readonly #numbers = new Map<string, number>()
  #places = new Int32Array(64 * WIDTH)
  #size = 0
  readonly #freeNumbers: number[] = []

  constructor(known: readonly KnownPlace[]) {
    for (const place of known) this.#table.addKnown(place)
  }

  add(rows: readonly SearchRow[]) {
    for (const row of rows) this.#insert(row)
  }

  /** Brings these barbershops up to date. Those without a row are removed. */
  update(changedIds: readonly string[], rows: readonly SearchRow[]) {
    const byId = new Map(rows.map((row) => [row[0], row]))
    for (const id of changedIds) {
      this.#remove(id)
      const row = byId.get(id)
      if (row) this.#insert(row)
    }
  }

  /** What is searched for around a position. */
  around(position: GeoPoint): PlaceLookup {
    const table = this.#table
    const rank = createRank(position)
    return {
      list: (form) => sortPlaces(table.listByForm(form), rank),
      isLikely: (place) => rank(place as TableEntry).tier <= LAST_LIKELY_TIER,
      hasWord: table.hasWord,
      listCorrections: (word) => table.listCorrections(word),
      findZipCode: (digits) => this.#findZipCode(digits),
    }
  }

  /** Places whose names begin with what was typed, those with just that name first, then the near ones. */
  complete(text: string, position: GeoPoint, limit: number): Place[] {
    const words = toPlaceWords(text)
    const form = words.join(' ')
    const rank = createRank(position)
    const exact = sortPlaces(this.#table.listByForm(form), rank)
    const beginning = sortPlaces(this.#table.listByBeginnings(words), rank)
    const digits = text.replaceAll(/[\s.-]/g, '')
    const zipCode = /^\d{5,8}$/.test(digits) ? this.#findZipCode(digits) : undefined
    return [...new Set([...(zipCode ? [zipCode] : []), ...exact, ...beginning])].slice(0, limit)
  }

  #insert(row: SearchRow) {
    const [id, x, y, z] = row
    const places = row[17]
    if (!places) return
    const [neighborhood, city, state, address, zipCode] = places
    // Without the number in the street.
    const [street = ''] = address.split(',')
    const latitude = Math.round((Math.asin(z / EARTH_RADIUS) / RADIANS) * MICRODEGREES)
    const longitude = Math.round((Math.atan2(y, x) / RADIANS) * MICRODEGREES)
    const number = this.#freeNumbers.pop() ?? this.#size++
    if ((number + 1) * WIDTH > this.#places.length)
      this.#places = enlarge(this.#places, Math.ceil(1.5 * this.#places.length))
    const area = `${city} - ${state}`
    const zip = /^\d{5}/.test(zipCode ?? '') ? Number(zipCode?.slice(0, MAX_ZIP_DIGITS)) : -1
    const at = [
      neighborhood ? this.#table.findOrAdd('neighborhood', neighborhood, area) : -1,
      street ? this.#table.findOrAdd('street', street, area) : -1,
    ]
    this.#places.set([latitude, longitude, ...at, zip], number * WIDTH)
    this.#numbers.set(id, number)
    this.#count(number, 1)
  }

  #remove(id: string) {
    const number = this.#numbers.get(id)
    if (number === undefined) return
    this.#count(number, -1)
    this.#numbers.delete(id)
    this.#freeNumbers.push(number)
  }

  #count(number: number, change: 1 | -1) {
    const at = number * WIDTH
    const latitude = i32(this.#places, at)
    const longitude = i32(this.#places, at + 1)
    for (const place of [i32(this.#places, at + 2), i32(this.#places, at + 3)])
      if (place >= 0) this.#table.count(place, change, latitude, longitude)
    const zip = i32(this.#places, at + 4)
    if (zip < 0) return
    const digits = String(zip).padStart(MAX_ZIP_DIGITS, '0')
    for (let length = MIN_ZIP_DIGITS; length <= MAX_ZIP_DIGITS; length++) {
      const area = this.#zipAreas.get(digits.slice(0, length)) ?? { count: 0, latitudeSum: 0, longitudeSum: 0 }
      area.count += change
      area.latitudeSum += change * latitude
      area.longitudeSum += change * longitude
      this.#zipAreas.set(digits.slice(0, length), area)
    }
  }

  /** Where barbershops are whose CEP has the most digits in common: CEPs are numbered by region. */
  #findZipCode(digits: string): Place | undefined {
    for (let length = MAX_ZIP_DIGITS; length >= MIN_ZIP_DIGITS; length--) {
      const area = this.#zipAreas.get(digits.slice(0, length))
      if (!area?.count) continue
      const name = digits.length === 8 ? `CEP ${digits.slice(0, 5)}-${digits.slice(5)}` : `CEP ${digits.slice(0, 5)}`
      const [latitude, longitude] = [area.latitudeSum, area.longitudeSum].map((sum) => sum / area.count / MICRODEGREES)
      return { kind: 'zipCode', name, area: '', latitude: latitude as number, longitude: longitude as number }
    }
    return undefined
  }
}

type Rank = { tier: number; kind: number; km: number }
const LAST_LIKELY_TIER = 2
const kinds = { landmark: 0, neighborhood: 1, city: 2, street: 3, zipCode: 4 } as const

/** Nearby first, except that a large city is meant before a street of its name. */
function createRank(position: GeoPoint) {
  return (place: TableEntry): Rank => {
    const km = roughKilometers(position, place)
    return { tier: toTier(place, km <= NEARBY), kind: kinds[place.kind], km }
  }
}

function toTier({ kind, isLarge }: TableEntry, isNearby: boolean): number {
  if (isNearby) return kind === 'street' ? 2 : 0
  if (isLarge) return 1
  return kind === 'city' || kind === 'landmark' ? 3 : 4
}

function sortPlaces(places: readonly TableEntry[], rank: (place: TableEntry) => Rank): Place[] {
  const ranked = places.map((place) => ({ place, rank: rank(place) }))
  ranked.sort((one, other) => {
    const a = one.rank
    const b = other.rank
    // Of distant places the kind counts less than the way.
    return a.tier - b.tier || (a.tier < LAST_LIKELY_TIER + 1 ? a.kind - b.kind : 0) || a.km - b.km
  })
  return ranked.map(({ place }) => place)
}

/** Exact enough to compare: degrees as a plane. */
function roughKilometers(one: GeoPoint, other: GeoPoint): number {
  const x = (other.longitude - one.longitude) * Math.cos(((one.latitude + other.latitude) / 2) * RADIANS)
  return Math.hypot(x, other.latitude - one.latitude) * RADIANS * EARTH_RADIUS
}
