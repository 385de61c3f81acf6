import { enlarge, u8 } from '../points/typed-arrays.ts'

/** A number of two bytes, the lower one first. */
export function u16At(bytes: Uint8Array, index: number): number {
  return u8(bytes, index) | (u8(bytes, index + 1) << 8)
}

/** A number of three bytes. */
export function u24At(bytes: Uint8Array, index: number): number {
  return u16At(bytes, index) | (u8(bytes, index + 2) << 16)
}

/** Bytes that are written one after the other, in an array that is used again. */
export class ByteWriter {
  bytes = new Uint8Array(1024)
  length = 0

  /** Appends a number as so many bytes. */
  write(number: number, count: number) {
    this.#ensureCapacity(count)
    for (let rest = number, written = 0; written < count; written++, rest >>>= 8)
      this.bytes[this.length++] = rest & 0xff
  }

  append({ bytes, length }: ByteWriter) {
    this.#ensureCapacity(length)
    this.bytes.set(bytes.subarray(0, length), this.length)
    this.length += length
  }

  /** Whether bytes from one place on are those that end the list. */
  endsWith(from: number, to: number, begin: number): boolean {
    if (to - from !== this.length - begin) return false
    for (let index = 0; index < to - from; index++)
      if (u8(this.bytes, from + index) !== u8(this.bytes, begin + index)) return false
    return true
  }

  #ensureCapacity(count: number) {
    if (this.length + count > this.bytes.length) this.bytes = enlarge(this.bytes, 2 * (this.length + count))
  }
}
