import { enlarge, i32 } from '../points/typed-arrays.ts'

/** Lists are stored in pages, so that growth copies nothing and leaves no unused capacity. */
const PAGE_BITS = 16
const PAGE_BYTES = 1 << PAGE_BITS
/** Of unused bytes that are worth it to move lists: one part of so many in use, and at least a page. */
const UNUSED_PART = 8
const NONE = -1
const noBytes = new Uint8Array(0)

/** A list of bytes for each point. Lists move: what was read is valid until the next change. */
export class ByteLists {
  readonly #pages: Uint8Array[] = []
  /** By page: the bytes of lists in it. */
  readonly #used: number[] = []
  readonly #emptyPages: number[] = []
  /** By point: the number of the page, then the place in it. */
  #starts = new Int32Array(64).fill(NONE)
  #lengths = new Int32Array(64)
  /** The page that new lists are added to, and where it is free. */
  #open = NONE
  #end = PAGE_BYTES
  #allUsed = 0
  #allocated = 0
  #size = 0

  /** The page of a list, and where it begins there. Only of a point with a list. */
  page(point: number): Uint8Array {
    return this.#pages[i32(this.#starts, point) >>> PAGE_BITS] as Uint8Array
  }

  start(point: number): number {
    return i32(this.#starts, point) & (PAGE_BYTES - 1)
  }

  length(point: number): number {
    return i32(this.#lengths, point)
  }

  /** How many lists there are. */
  get size(): number {
    return this.#size
  }

  /** Of all lists. */
  get usedBytes(): number {
    return this.#allUsed
  }

  /** All memory of the lists and of what finds them. */
  get byteLength(): number {
    return this.#allocated + this.#starts.byteLength + this.#lengths.byteLength
  }

  ensureCapacity(points: number) {
    if (points <= this.#starts.length) return
    const known = this.#starts.length
    this.#starts = enlarge(this.#starts, points).fill(NONE, known)
    this.#lengths = enlarge(this.#lengths, points)
  }

  write(point: number, list: Uint8Array) {
    const known = i32(this.#starts, point) === NONE ? 0 : this.length(point)
    if (list.length > known || known === 0) {
      this.remove(point)
      this.#append(point, list)
    } else {
      this.page(point).set(list, this.start(point))
      this.#count(i32(this.#starts, point) >>> PAGE_BITS, list.length - known)
    }
    this.#lengths[point] = list.length
    if (this.#allocated - this.#allUsed > PAGE_BYTES + this.#allUsed / UNUSED_PART) this.#evacuate()
  }

  remove(point: number) {
    const start = i32(this.#starts, point)
    if (start === NONE) return
    this.#starts[point] = NONE
    this.#size--
    this.#count(start >>> PAGE_BITS, -this.length(point))
  }

  #count(page: number, bytes: number) {
    const used = (this.#used[page] as number) + bytes
    this.#used[page] = used
    this.#allUsed += bytes
    if (used === 0 && page !== this.#open) this.#empty(page)
  }

  #append(point: number, list: Uint8Array) {
    if (this.#end + list.length > PAGE_BYTES) this.#openPage(list.length)
    const page = this.#pages[this.#open] as Uint8Array
    page.set(list, this.#end)
    this.#starts[point] = (this.#open << PAGE_BITS) | this.#end
    this.#count(this.#open, list.length)
    this.#end += list.length
    this.#size++
  }

  /** A list that is longer than a page has one of its own. */
  #openPage(length: number) {
    const before = this.#open
    this.#open = this.#emptyPages.pop() ?? this.#pages.length
    this.#pages[this.#open] = new Uint8Array(Math.max(PAGE_BYTES, length))
    this.#used[this.#open] = 0
    this.#allocated += (this.#pages[this.#open] as Uint8Array).length
    this.#end = 0
    if (before !== NONE && this.#used[before] === 0) this.#empty(before)
  }

  #empty(page: number) {
    this.#allocated -= (this.#pages[page] as Uint8Array).length
    this.#pages[page] = noBytes
    this.#emptyPages.push(page)
  }

  /** Moves the lists of the page with the most unused bytes to the open one. */
  #evacuate() {
    const page = this.#findSparsePage()
    if (page === NONE) return
    const bytes = this.#pages[page] as Uint8Array
    for (let point = 0; point < this.#starts.length; point++) {
      const start = i32(this.#starts, point)
      if (start === NONE || start >>> PAGE_BITS !== page) continue
      const place = start & (PAGE_BYTES - 1)
      this.remove(point)
      this.#append(point, bytes.subarray(place, place + this.length(point)))
    }
  }

  #findSparsePage(): number {
    let sparse = NONE
    let most = 0
    for (let page = 0; page < this.#pages.length; page++) {
      const unused = (this.#pages[page] as Uint8Array).length - (this.#used[page] as number)
      if (page !== this.#open && unused > most) [sparse, most] = [page, unused]
    }
    return sparse
  }
}
