import { clsx } from 'clsx'

export type MinuteRange = readonly [start: number, end: number]

const TICK_MINUTES = 15

type RulerScale = { length: number; quarter: number; half: number; hour: number }

/** Whether any part of the quarter of an hour that starts at `minute` is free. */
export function isFreeAt(minute: number, free: readonly MinuteRange[]) {
  return free.some(([start, end]) => start < minute + TICK_MINUTES && minute < end)
}

function lengthOf(minute: number, scale: RulerScale) {
  if (minute % 60 === 0) return scale.hour
  return minute % 30 === 0 ? scale.half : scale.quarter
}

/** Two SVG paths, one x unit for each quarter of an hour: the free ticks and the taken ones. */
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

/** Hour labels: few enough to read, starting with the first whole hour, none too close to the end. */
export function rulerHours(from: number, to: number) {
  const span = to - from
  const step = span <= 6 * 60 ? 60 : span <= 15 * 60 ? 180 : 240
  const hours: { minute: number; share: number }[] = []
  for (let minute = Math.ceil(from / 60) * 60; minute <= to; minute += step) {
    hours.push({ minute, share: (minute - from) / span })
  }
  return hours.filter(({ share }) => share <= 0.97)
}

const scales = {
  card: { length: 14, quarter: 6, half: 9, hour: 14 },
  day: { length: 22, quarter: 9, half: 14, hour: 22 },
}

type RulerProps = {
  /** Minutes of the day at which the ruler starts and ends. */
  from: number
  to: number
  /** Free minutes, [start, end). */
  free: readonly MinuteRange[]
  /** Text alternative. */
  text: string
  size?: keyof typeof scales
  className?: string
}

/** The brand's signature: a tick every 15 minutes, longer on the half and the full hour, red where the barber is free. */
export function Ruler({ from, to, free, text, size = 'card', className }: RulerProps) {
  const scale = scales[size]
  const { units, free: freePath, taken } = rulerPaths(from, to, free, scale)
  return (
    <svg
      role="img"
      aria-label={text}
      width="100%"
      height={scale.length + 18}
      className={clsx('block overflow-visible tabular-nums', className)}
    >
      <svg
        viewBox={`0 0 ${units} ${scale.length}`}
        height={scale.length}
        preserveAspectRatio="none"
        // A list of rulers that draw themselves would repaint a phone for as long as it loads.
        className={clsx('overflow-visible', size === 'day' ? 'animate-draw' : 'md:animate-draw')}
        fill="none"
        aria-hidden="true"
      >
        <path d={taken} className="stroke-line" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
        <path d={freePath} className="stroke-red" strokeWidth="2" vectorEffect="non-scaling-stroke" />
      </svg>
      {rulerHours(from, to).map(({ minute, share }) => (
        <text
          key={minute}
          x={`${share * 100}%`}
          y={scale.length + 14}
          textAnchor={share === 0 ? 'start' : 'middle'}
          className="fill-mute text-xs font-medium"
        >
          {(minute / 60) % 24}h
        </text>
      ))}
    </svg>
  )
}

/** The ruler as an ornament or as a progress bar: `done` of `steps` ticks are red. */
export function RulerLine({
  steps,
  done = steps,
  className = 'w-full',
}: {
  steps: number
  done?: number
  className?: string
}) {
  const ticks = (start: number, end: number) =>
    Array.from({ length: Math.max(0, end - start) }, (_, index) => `M${start + index} 0v10`).join('')
  return (
    <svg
      viewBox={`0 0 ${steps - 1} 10`}
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
      className={clsx('block h-2 overflow-visible', className)}
    >
      <path d={ticks(done, steps)} className="stroke-line" strokeWidth="2" vectorEffect="non-scaling-stroke" />
      <path d={ticks(0, done)} className="stroke-red" strokeWidth="2" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
