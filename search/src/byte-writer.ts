/** Memory for many results: allocating each on its own costs more than writing it. Freed when no result in it is in use any more. */
const SLAB_BYTES = 256 * 1024
let slab = Buffer.allocUnsafeSlow(SLAB_BYTES)
let used = 0

/**
 * Concatenates stored bytes and new text into one buffer, without joining strings or encoding them again. A result shares its memory
 * with others, so what is stored for long must be copied. A writer must be finished before another one is created.
 */
export class ByteWriter {
  #start = used
  #end = used

  /** ASCII only. */
  write(text: string) {
    this.#ensureCapacity(text.length)
    this.#end += slab.write(text, this.#end, 'latin1')
  }

  /** The bytes of `source` from `start` to before `end`. */
  copy(source: Buffer, start: number, end: number) {
    this.#ensureCapacity(end - start)
    this.#end += source.copy(slab, this.#end, start, end)
  }

  /** The written bytes, not copied. */
  finish(): Buffer {
    used = this.#end
    return slab.subarray(this.#start, this.#end)
  }

  #ensureCapacity(bytes: number) {
    if (this.#end + bytes <= slab.length) return
    const length = this.#end - this.#start
    const next = Buffer.allocUnsafeSlow(Math.max(SLAB_BYTES, 2 * (length + bytes)))
    slab.copy(next, 0, this.#start, this.#end)
    slab = next
    this.#start = 0
    this.#end = length
  }
}
