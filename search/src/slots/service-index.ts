import { IntegerLists } from '../points/integer-lists.ts'
import { i32, u8 } from '../points/typed-arrays.ts'
import { SOME_BARBER, type TimeTest } from './slot-table.ts'

/** The services that a query selects. */
export type ServiceMatch = {
  /** By the number of a service: 1 for a selected one. */
  marks: Uint8Array
  /** Cents. A service within them is required. */
  priceMin?: number
  priceMax?: number
}

/** Queries whose marks are stored. */
const MAX_MATCHES = 64

/**
 * The active services of each point. Services with equal names and durations are one, and few barbershops have a service of their
 * own: a query compares each of them once, and is remembered.
 */
export class ServiceIndex {
  /** By point: the numbers of its services. */
  readonly #lists = new IntegerLists()
  /** By point, in the same order: cents. Prices differ too much to be part of a service that many have. */
  readonly #prices = new IntegerLists()
  /** By point, in the same order, of those whose barbers differ: the number of the barber who provides it so. */
  #barbers = new Map<number, Int32Array>()
  readonly #numbers = new Map<string, number>()
  /** By number: the normalized name between spaces. */
  readonly #names: string[] = []
  readonly #durations: number[] = []
  readonly #buffers: number[] = []
  readonly #matches = new Map<string, { marks: Uint8Array; compared: number }>()

  /** `text` is a column of a row. */
  write(point: number, text: string) {
    const services = (text === '' ? [] : text.split('\n')).map((line) => line.split('\t') as [string, string?, string?])
    this.#lists.write(
      point,
      services.map(([service]) => this.#numbers.get(service) ?? this.#add(service)),
    )
    this.#prices.write(
      point,
      services.map(([, price = '0']) => Number(price)),
    )
    if (services[0]?.[2] === undefined) this.#barbers.delete(point)
    else
      this.#barbers.set(
        point,
        Int32Array.from(services, ([, , barber]) => Number(barber)),
      )
  }

  *build(order: Int32Array): Generator<undefined, void> {
    yield* this.#lists.reorder(order)
    yield* this.#prices.reorder(order)
    const ofOld = this.#barbers
    this.#barbers = new Map()
    if (ofOld.size === 0) return
    for (let point = 0; point < order.length; point++) {
      const barbers = ofOld.get(i32(order, point))
      if (barbers) this.#barbers.set(point, barbers)
      if (point % 4096 === 0) yield
    }
  }

  /** Returns the marks of services with a word for each list of beginnings. */
  match(beginnings: readonly (readonly string[])[]): Uint8Array {
    const key = beginnings.map((list) => list.join('|')).join(' ')
    const match = this.#matches.get(key) ?? { marks: new Uint8Array(64), compared: 0 }
    this.#matches.delete(key)
    this.#matches.set(key, match)
    if (this.#matches.size > MAX_MATCHES) this.#matches.delete(this.#matches.keys().next().value as string)
    if (match.marks.length < this.#names.length) {
      const larger = new Uint8Array(Math.ceil(1.5 * this.#names.length))
      larger.set(match.marks)
      match.marks = larger
    }
    for (; match.compared < this.#names.length; match.compared++) {
      const name = this.#names[match.compared] as string
      const isMatch = beginnings.every((list) => list.some((beginning) => name.includes(` ${beginning}`)))
      match.marks[match.compared] = isMatch ? 1 : 0
    }
    return match.marks
  }

  /** Whether one of the selected services of the point passes the test. */
  some(point: number, { marks, priceMin, priceMax }: ServiceMatch, test: TimeTest): boolean {
    const start = this.#lists.start(point)
    const end = start + this.#lists.length(point)
    const hasPrices = priceMin !== undefined || priceMax !== undefined
    for (let at = start; at < end; at++) {
      const service = this.#lists.entry(at)
      if (u8(marks, service) !== 1) continue
      if (hasPrices && !isWithin(this.#prices.entry(this.#prices.start(point) + at - start), priceMin, priceMax))
        continue
      const barbers = this.#barbers.size > 0 ? this.#barbers.get(point) : undefined
      const barber = barbers ? i32(barbers, at - start) : SOME_BARBER
      if (test(this.#durations[service] as number, this.#buffers[service] as number, barber)) return true
    }
    return false
  }

  #add(service: string): number {
    const number = this.#names.length
    const [, duration, buffer, name] = /^(\d+) (\d+)(.*)$/.exec(service) as unknown as [string, string, string, string]
    this.#durations.push(Number(duration))
    this.#buffers.push(Number(buffer))
    this.#names.push(name)
    this.#numbers.set(service, number)
    return number
  }
}

function isWithin(price: number, min = 0, max = Number.POSITIVE_INFINITY): boolean {
  return price >= min && price <= max
}
