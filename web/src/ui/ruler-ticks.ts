export type MinuteRange = readonly [start: number, end: number]

const TICK_MINUTES = 15

export type RulerScale = { length: number; quarter: number; half: number; hour: number }

/** Whether the quarter of an hour that begins at `minute` is free, wholly or in part. */
export function isFreeAt(minute: number, free: readonly MinuteRange[]) {
  return free.some(([start, end]) => start < minute + TICK_MINUTES && minute < end)
}

function lengthOf(minute: number, scale: RulerScale) {
  if (minute % 60 === 0) return scale.hour
  return minute % 30 === 0 ? scale.half : scale.quarter
}

/** Two SVG paths, one unit of x for each quarter of an hour: ticks where it is free, and where it is taken. */
export function rulerPaths(from: number, to: number, free: readonly MinuteRange[], scale: RulerScale) {
  const start = Math.floor(from / TICK_MINUTES) * TICK_MINUTES
  const units = Math.max(1, Math.ceil((to - start) / TICK_MINUTES))
  const paths = { units, free: '', taken: '' }
  for (let unit = 0; unit <= units; unit++) {
    const minute = start + unit * TICK_MINUTES
    const tick = `M${unit} 0v${lengthOf(minute, scale)}`
    if (unit < units && isFreeAt(minute, free)) paths.free += tick
    else paths.taken += tick
  }
  return paths
}

/** Hours to write below: few enough to read, beginning with the first whole hour, none squeezed against the end. */
export function rulerHours(from: number, to: number) {
  const span = to - from
  const step = span <= 6 * 60 ? 60 : span <= 15 * 60 ? 180 : 240
  const hours: { minute: number; share: number }[] = []
  for (let minute = Math.ceil(from / 60) * 60; minute <= to; minute += step) {
    hours.push({ minute, share: (minute - from) / span })
  }
  return hours.filter(({ share }) => share <= 0.97)
}
