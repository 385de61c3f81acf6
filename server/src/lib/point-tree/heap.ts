import { enlarge, f64, i32 } from './numbers.ts'

/** Orders two that are equal in all that a heap knows of them. */
export type CompareRefs = (a: number, b: number) => number

/**
 * Numbers of things under what they are ordered by: a key, whether it follows those that lead, and a chord; all lower first.
 * The top is the first of them (sign 1) or the last (sign -1).
 */
export class Heap {
  size = 0
  #keys = new Float64Array(64)
  #follows = new Int32Array(64)
  #chords = new Float64Array(64)
  #refs = new Int32Array(64)
  readonly #sign: 1 | -1
  #compareRefs: CompareRefs

  constructor(sign: 1 | -1, compareRefs: CompareRefs) {
    this.#sign = sign
    this.#compareRefs = compareRefs
  }

  /** Ready for the next question, in the room of the one before. */
  empty(compareRefs: CompareRefs): this {
    this.size = 0
    this.#compareRefs = compareRefs
    return this
  }

  get topKey(): number {
    return f64(this.#keys, 0)
  }

  get topRef(): number {
    return i32(this.#refs, 0)
  }

  /** How the top stands to what is given: below 0 it comes first. Equal ones are told apart where `ref` is given. */
  compareTop(key: number, follows: number, chord: number, ref = -1): number {
    const known = f64(this.#keys, 0)
    if (known !== key) return known < key ? -1 : 1
    const byLead = i32(this.#follows, 0) - follows
    if (byLead !== 0) return byLead
    const farness = f64(this.#chords, 0)
    if (farness !== chord) return farness < chord ? -1 : 1
    return ref < 0 ? 0 : this.#compareRefs(i32(this.#refs, 0), ref)
  }

  /** As compareTop, with the top of another heap. */
  compareTops(other: Heap): number {
    return this.compareTop(f64(other.#keys, 0), i32(other.#follows, 0), f64(other.#chords, 0))
  }

  push(key: number, follows: number, chord: number, ref: number) {
    if (this.size === this.#refs.length) this.#enlarge()
    const place = this.size++
    this.#write(place, key, follows, chord, ref)
    this.#rise(place)
  }

  /** Takes the top away. */
  pop(): number {
    const top = this.topRef
    this.size--
    this.#move(this.size, 0)
    this.#sink()
    return top
  }

  /** Puts another in the place of the top. */
  replaceTop(key: number, follows: number, chord: number, ref: number) {
    this.#write(0, key, follows, chord, ref)
    this.#sink()
  }

  #comesBefore(a: number, b: number): boolean {
    const byKey = f64(this.#keys, a) - f64(this.#keys, b)
    // Infinity minus itself is no number, and no difference.
    if (byKey < 0 || byKey > 0) return this.#sign * byKey < 0
    const byLead = i32(this.#follows, a) - i32(this.#follows, b)
    if (byLead !== 0) return this.#sign * byLead < 0
    const byChord = f64(this.#chords, a) - f64(this.#chords, b)
    if (byChord !== 0) return this.#sign * byChord < 0
    return this.#sign * this.#compareRefs(i32(this.#refs, a), i32(this.#refs, b)) < 0
  }

  #rise(from: number) {
    for (let place = from; place > 0; ) {
      const parent = (place - 1) >> 1
      if (!this.#comesBefore(place, parent)) return
      this.#exchange(place, parent)
      place = parent
    }
  }

  #sink() {
    for (let place = 0; ; ) {
      let first = place
      for (let child = 2 * place + 1; child <= 2 * place + 2 && child < this.size; child++)
        if (this.#comesBefore(child, first)) first = child
      if (first === place) return
      this.#exchange(place, first)
      place = first
    }
  }

  #exchange(a: number, b: number) {
    const [key, follows, chord, ref] = [
      f64(this.#keys, a),
      i32(this.#follows, a),
      f64(this.#chords, a),
      i32(this.#refs, a),
    ]
    this.#move(b, a)
    this.#write(b, key, follows, chord, ref)
  }

  #move(from: number, to: number) {
    this.#write(to, f64(this.#keys, from), i32(this.#follows, from), f64(this.#chords, from), i32(this.#refs, from))
  }

  #write(place: number, key: number, follows: number, chord: number, ref: number) {
    this.#keys[place] = key
    this.#follows[place] = follows
    this.#chords[place] = chord
    this.#refs[place] = ref
  }

  #enlarge() {
    this.#keys = enlarge(this.#keys, 2 * this.size)
    this.#follows = enlarge(this.#follows, 2 * this.size)
    this.#chords = enlarge(this.#chords, 2 * this.size)
    this.#refs = enlarge(this.#refs, 2 * this.size)
  }
}
