import { countEdits, maxTyposOf } from '../words/typos.ts'
import { listNameWords, listPlaceForms, toPlaceWords } from './place-names.ts'

export type PlaceKind = 'neighborhood' | 'city' | 'street' | 'landmark' | 'zipCode'

export type Place = {
  kind: PlaceKind
  name: string
  /** Where it is: 'São Paulo - SP', of a city only its state. */
  area: string
  latitude: number
  longitude: number
}

/** A place that is known without barbershops. */
export type KnownPlace = Place & {
  /** Other names, such as 'sp'. */
  aliases?: readonly string[]
  /** One of the largest cities: meant before a street of that name. */
  isLarge?: boolean
}

export type GeoPoint = { latitude: number; longitude: number }

/** A place of barbershops is where they are on average. */
export type TableEntry = KnownPlace & {
  barbershops: number
  latitudeSum: number
  longitudeSum: number
  isKnown: boolean
}

/** Millionths of a degree are integers, so that sums stay exact however often barbershops come and go. */
export const MICRODEGREES = 1e6
const MIN_COMPLETED = 3

/** Every place once, found by its whole name or by the beginnings of its words. */
export class PlaceTable {
  readonly entries: TableEntry[] = []
  readonly #byKey = new Map<string, number>()
  readonly #byForm = new Map<string, number[]>()
  readonly #byWord = new Map<string, number[]>()
  /** By length, for typos. */
  readonly #wordsByLength: string[][] = []
  #sortedWords: string[] | undefined

  addKnown(place: KnownPlace) {
    const number = this.#add({ ...place, barbershops: 0, latitudeSum: 0, longitudeSum: 0, isKnown: true })
    for (const alias of place.aliases ?? []) this.#addForm(toPlaceWords(alias).join(' '), number)
  }

  /** The number of a place of barbershops. */
  findOrAdd(kind: PlaceKind, name: string, area: string): number {
    const known = this.#byKey.get(`${kind} ${name}, ${area}`)
    if (known !== undefined) return known
    const place = { kind, name, area, latitude: 0, longitude: 0 }
    return this.#add({ ...place, barbershops: 0, latitudeSum: 0, longitudeSum: 0, isKnown: false })
  }

  /** Adds or removes one barbershop; microdegrees. */
  count(number: number, change: 1 | -1, latitude: number, longitude: number) {
    const entry = this.entries[number] as TableEntry
    entry.barbershops += change
    entry.latitudeSum += change * latitude
    entry.longitudeSum += change * longitude
    if (entry.isKnown || entry.barbershops === 0) return
    entry.latitude = entry.latitudeSum / entry.barbershops / MICRODEGREES
    entry.longitude = entry.longitudeSum / entry.barbershops / MICRODEGREES
  }

  /** Places with this whole name, as toPlaceWords() joined. */
  listByForm(form: string): TableEntry[] {
    return this.#listShown(this.#byForm.get(form) ?? [])
  }

  /** Places of which each of these words begins a word. */
  listByBeginnings(words: readonly string[]): TableEntry[] {
    const [longest] = words.toSorted((a, b) => b.length - a.length)
    if (!longest || longest.length < MIN_COMPLETED) return []
    const found = new Set(this.#listWords(longest).flatMap((word) => this.#byWord.get(word) ?? []))
    return this.#listShown([...found]).filter(({ name }) => {
      const own = listNameWords(name)
      return words.every((word) => own.some((other) => other.startsWith(word)))
    })
  }

  hasWord = (word: string) => this.#byWord.has(word)

  /** Words of places within a typo or two, the closest first. */
  listCorrections(word: string): string[] {
    const max = maxTyposOf(word.length)
    const found: { other: string; typos: number }[] = []
    for (let length = word.length - max; max > 0 && length <= word.length + max; length++)
      for (const other of this.#wordsByLength[length] ?? []) {
        const typos = countEdits(word, other, max)
        if (typos <= max) found.push({ other, typos })
      }
    return found.toSorted((a, b) => a.typos - b.typos || (a.other < b.other ? -1 : 1)).map(({ other }) => other)
  }

  #listShown(numbers: readonly number[]) {
    return numbers
      .map((number) => this.entries[number] as TableEntry)
      .filter((entry) => entry.isKnown || entry.barbershops > 0)
  }

  #add(entry: TableEntry): number {
    const number = this.entries.push(entry) - 1
    this.#byKey.set(`${entry.kind} ${entry.name}, ${entry.area}`, number)
    for (const form of listPlaceForms(entry.name)) this.#addForm(form, number)
    for (const word of listNameWords(entry.name)) this.#addWord(word, number)
    return number
  }

  #addForm(form: string, number: number) {
    const numbers = this.#byForm.get(form)
    if (numbers) numbers.push(number)
    else this.#byForm.set(form, [number])
  }

  #addWord(word: string, number: number) {
    const numbers = this.#byWord.get(word)
    if (numbers) return void numbers.push(number)
    this.#byWord.set(word, [number])
    this.#wordsByLength[word.length] ??= []
    this.#wordsByLength[word.length]?.push(word)
    this.#sortedWords = undefined
  }

  #listWords(beginning: string): string[] {
    this.#sortedWords ??= [...this.#byWord.keys()].sort()
    const words = this.#sortedWords
    let from = 0
    let to = words.length
    while (from < to) {
      const middle = (from + to) >> 1
      if ((words[middle] as string) < beginning) from = middle + 1
      else to = middle
    }
    let end = from
    while (end < words.length && words[end]?.startsWith(beginning)) end++
    return words.slice(from, end)
  }
}
