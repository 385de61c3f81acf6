import type { CDPSession } from '@playwright/test'

type TraceEvent = { name: string; ts: number }

/** Milliseconds, `startedAt` by the clock of a trace. */
export type Gesture = { startedAt: number; movingMs: number }
/** Frames a second: while a gesture moves, in the worst second of those, and with the pauses between the gestures. */
export type ScrollFigures = { framesPerSecond: number; worstFramesPerSecond: number; withTurnsPerSecond: number }

/** Chromium's traces and Node's high-resolution time are both the monotonic clock of the system. */
export const readTraceClock = () => Number(process.hrtime.bigint()) / 1e6

/**
 * From the first frame of each gesture while it moves; the worst second is one of those within a gesture. Then the board rests, and what
 * is under the pointer is drawn once more, as pointed at.
 */
export function countFrames(events: readonly TraceEvent[], gestures: readonly Gesture[]): ScrollFigures {
  const drawn = events.filter(({ name }) => name === 'DrawFrame').map(({ ts }) => ts / 1000)
  const runs = gestures.map(({ startedAt, movingMs }) => {
    const first = drawn.find((at) => at >= startedAt) ?? startedAt
    return drawn.filter((at) => at >= first && at <= first + movingMs)
  })
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const lengthOf = (frames: readonly number[]) => (frames.at(-1) ?? 0) - (frames[0] ?? 0)
  const seconds = runs.flatMap((frames) => {
    const starts = frames.filter((from) => from + 1000 <= (frames.at(-1) ?? 0))
    return starts.map((from) => frames.filter((at) => at >= from && at < from + 1000).length)
  })
  return {
    framesPerSecond: (1000 * sum(runs.map((frames) => frames.length - 1))) / sum(runs.map(lengthOf)),
    worstFramesPerSecond: Math.min(...seconds),
    withTurnsPerSecond: (1000 * (drawn.length - 1)) / lengthOf(drawn),
  }
}

/** The frames of what happens on the page meanwhile. */
export async function trace(devtools: CDPSession, work: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame'] },
  })
  await work()
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.end')
  await complete
  return events
}
