import { formatMinutes } from '../lib/format.ts'
import { isFreeAt, type MinuteRange } from './ruler.tsx'

const TICK_MINUTES = 15
const WIDTH = 56

type VerticalRulerProps = {
  /** Minutes of the day, in whole hours. */
  from: number
  to: number
  free: readonly MinuteRange[]
  /** Pixels per minute. */
  scale: number
}

/** The ruler for a day view that runs from top to bottom. Decorative; the appointments beside it are the text. */
export function VerticalRuler({ from, to, free, scale }: VerticalRulerProps) {
  const minutes = Array.from({ length: (to - from) / TICK_MINUTES + 1 }, (_, index) => from + index * TICK_MINUTES)
  const isFree = (minute: number) => minute < to && isFreeAt(minute, free)
  const path = (wanted: boolean) =>
    minutes
      .filter((minute) => isFree(minute) === wanted)
      .map((minute) => `M${WIDTH} ${(minute - from) * scale}h${-lengthOf(minute)}`)
      .join('')
  return (
    <svg
      aria-hidden="true"
      width={WIDTH}
      height={(to - from) * scale}
      className="block overflow-visible tabular-nums"
      fill="none"
    >
      <path d={path(false)} className="stroke-line" strokeWidth="1.5" />
      <path d={path(true)} className="stroke-red" strokeWidth="2" />
      {minutes
        .filter((minute) => minute % 60 === 0)
        .map((minute) => (
          <text key={minute} x="0" y={(minute - from) * scale + 4} className="fill-mute text-xs font-medium">
            {formatMinutes(minute)}
          </text>
        ))}
    </svg>
  )
}

function lengthOf(minute: number) {
  if (minute % 60 === 0) return 22
  return minute % 30 === 0 ? 14 : 9
}
