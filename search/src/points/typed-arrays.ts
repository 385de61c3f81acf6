/** Reads within the length of a typed array. One function per array type keeps each call site monomorphic. */
export function f64(array: Float64Array, index: number): number {
  return array[index] as number
}

export function i32(array: Int32Array, index: number): number {
  return array[index] as number
}

export function u8(array: Uint8Array, index: number): number {
  return array[index] as number
}

export function u16(array: Uint16Array, index: number): number {
  return array[index] as number
}

/** A copy with a larger capacity. */
export function enlarge<A extends Float64Array | Int32Array | Uint8Array | Uint16Array>(array: A, length: number): A {
  const larger = new (array.constructor as new (length: number) => A)(length)
  larger.set(array)
  return larger
}

/** Makes a range include another one; its maximum is three numbers behind its minimum. */
export function widen(bounds: Float64Array, index: number, min: number, max: number) {
  if (min < f64(bounds, index)) bounds[index] = min
  if (max > f64(bounds, index + 3)) bounds[index + 3] = max
}

export function lower(minKeys: Float64Array, index: number, value: number) {
  if (value < f64(minKeys, index)) minKeys[index] = value
}
