/** Concatenates stored bytes and new text into one buffer, without joining strings or encoding them again. */
export class ByteWriter {
  #bytes: Buffer
  #length = 0

  constructor(expectedBytes: number) {
    this.#bytes = Buffer.allocUnsafe(expectedBytes)
  }

  /** ASCII only. */
  write(text: string) {
    this.#ensureCapacity(text.length)
    this.#length += this.#bytes.write(text, this.#length, 'latin1')
  }

  /** The bytes of `source` from `start` to before `end`. */
  copy(source: Buffer, start: number, end: number) {
    this.#ensureCapacity(end - start)
    this.#length += source.copy(this.#bytes, this.#length, start, end)
  }

  /** The written bytes, not copied. */
  finish(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #ensureCapacity(bytes: number) {
    if (this.#length + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(2 * (this.#length + bytes))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
