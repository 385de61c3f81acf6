/** Numbers in [0, 1), the same for the same seed. */
export type RandomStream = () => number

/** Mulberry32: 32 bits of state, one multiplication per step. */
export function createRandomStream(seed: number): RandomStream {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A number in [0, 1) for each draw. */
export type EvenStream = (draw: number) => number

/**
 * Numbers that are spread evenly over all draws, in an order of their own: what is estimated from them varies far less than from
 * independent numbers.
 */
export function createEvenStream(draws: number, random: RandomStream): EvenStream {
  let stride = 1
  do stride = 1 + Math.floor(random() * draws)
  while (greatestCommonDivisor(stride, draws) > 1)
  const offset = Math.floor(random() * draws)
  return (draw) => (((draw * stride + offset) % draws) + random()) / draws
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other)
}

/** The share of a standard normal distribution below `x`; the error is below 2e-7. Source: Abramowitz and Stegun, 26.2.17. */
export function normalShareBelow(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x))
  const tail =
    0.3989422804 *
    Math.exp((-x * x) / 2) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return x > 0 ? 1 - tail : tail
}

const OUTER_SHARE = 0.02425

/** The value below which that share of a standard normal distribution is; the relative error is below 2e-9. Source: Acklam's algorithm. */
export function normalQuantile(share: number): number {
  const p = Math.min(Math.max(share, 1e-12), 1 - 1e-12)
  if (p < OUTER_SHARE) return outerQuantile(p)
  if (p > 1 - OUTER_SHARE) return -outerQuantile(1 - p)
  const x = p - 0.5
  const r = x * x
  const above =
    ((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
      30.66479806614716) *
      r +
    2.506628277459239
  const below =
    ((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
      13.28068155288572) *
      r +
    1
  return (above * x) / below
}

function outerQuantile(p: number): number {
  const x = Math.sqrt(-2 * Math.log(p))
  const above =
    ((((-0.007784894002430293 * x - 0.3223964580411365) * x - 2.400758277161838) * x - 2.549732539343734) * x +
      4.374664141464968) *
      x +
    2.938163982698783
  const below =
    (((0.007784695709041462 * x + 0.3224671290700398) * x + 2.445134137142996) * x + 3.754408661907416) * x + 1
  return above / below
}
