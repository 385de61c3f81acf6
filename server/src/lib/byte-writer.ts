/** An answer of known and of new parts, written once into its place: no text is joined, and none turned into UTF-8 again. */
export class ByteWriter {
  #bytes: Buffer
  #length = 0

  constructor(expectedBytes: number) {
    this.#bytes = Buffer.allocUnsafe(expectedBytes)
  }

  /** Letters of ASCII only. */
  write(text: string) {
    this.#makeRoom(text.length)
    this.#length += this.#bytes.write(text, this.#length, 'latin1')
  }

  /** What stands in `source` from `start` to before `end`. */
  copy(source: Buffer, start: number, end: number) {
    this.#makeRoom(end - start)
    this.#length += source.copy(this.#bytes, this.#length, start, end)
  }

  /** All that was written. */
  finish(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #makeRoom(bytes: number) {
    if (this.#length + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(2 * (this.#length + bytes))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
