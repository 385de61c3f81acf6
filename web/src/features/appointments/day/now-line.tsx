import { formatClock, type Span } from './rules.ts'

type NowLineProps = {
  minute: number
  span: Span
  scale: number
  /** Pixels above the line's beginning. */
  offset: number
}

/** Where the day stands now; nowhere on another day. Stands before the blocks in the page, so that it runs below them and strikes no name. */
export function NowLine({ minute, span, scale, offset }: NowLineProps) {
  if (minute <= span.start || minute >= span.end) return null
  const top = (minute - span.start) * scale + offset
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-x-0 -translate-y-1/2" style={{ top }}>
      <div className="flex items-center">
        <span className="rounded-small bg-ink px-1.5 text-xs font-semibold text-paper tabular-nums">
          {formatClock(minute)}
        </span>
        <span className="h-0.5 flex-1 bg-ink" />
      </div>
    </div>
  )
}
