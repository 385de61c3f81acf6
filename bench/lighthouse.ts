import type { BrowserContext } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findFreePort } from '../server/src/ops/free-port.ts'
import { listMeasuredPages, signIn, withPhoneBrowser } from './browser.ts'
import type { BenchWorld } from './figures.ts'
import { median } from './measure.ts'

export type LighthouseFigure = {
  page: string
  /** Performance, accessibility, best practices, search engines: 0 to 100, the median of the rounds. */
  scores: number[]
  lcpMs: number
  tbtMs: number
  /** The same by the CPU time of the tasks. */
  cpuTbtMs: number
  shift: number
  low: number
  high: number
  /** Failed audits outside of the performance category. */
  findings: string[]
}

const ROUNDS = 5
const categories = ['performance', 'accessibility', 'best-practices', 'seo']

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>
type Report = Result['lhr'] & { cpuTbtMs: number }

/** Target W2: Lighthouse's mobile profile, cold cache, each page in a fresh browser; the booking page with a session. */
export async function benchLighthouse(world: BenchWorld): Promise<LighthouseFigure[]> {
  const figures: LighthouseFigure[] = []
  for (const [page, path] of Object.entries(await listMeasuredPages(world))) {
    const reports: Report[] = []
    for (let round = 0; round < ROUNDS; round++) reports.push(await auditOnce(world, page, path))
    figures.push(summarize(page, reports))
  }
  return figures
}

/** The tries of one audit: Chromium's trace sometimes lacks the start of the navigation, which says nothing of the page. */
const TRIES = 3

async function auditOnce(world: BenchWorld, page: string, path: string, tries = TRIES): Promise<Report> {
  const port = await findFreePort()
  const audit = async (context: BrowserContext) => {
    const isSignedIn = page === 'booking'
    if (isSignedIn) await signIn(context, world)
    const options = { port, formFactor: 'mobile', onlyCategories: categories, disableStorageReset: isSignedIn } as const
    const result = await lighthouse(world.app.url + path, { ...options, logLevel: 'error' })
    if (!result) throw new Error(`Lighthouse returned no result for ${path}`)
    const { lhr, artifacts } = result
    if (lhr.runtimeError?.code === 'NO_NAVSTART' && tries > 1) return undefined
    return { ...lhr, cpuTbtMs: computeCpuBlocking(artifacts.Trace.traceEvents, lhr.finalDisplayedUrl) }
  }
  return (await withPhoneBrowser(audit, { port })) ?? auditOnce(world, page, path, tries - 1)
}

/** The slowdown of Lighthouse's phone; a task that is no longer than this blocks nothing. */
const SLOWDOWN = 4
const MAX_TASK_MS = 50

/**
 * Blocking time from the first paint on, by the CPU time of the main thread's tasks instead of their duration: beside other processes
 * a task may wait for a core longer than it runs.
 */
function computeCpuBlocking(events: Result['artifacts']['Trace']['traceEvents'], url: string): number {
  const begun = events.find(({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === url)
  const painted = events.find(({ name, pid }) => name === 'firstContentfulPaint' && pid === begun?.pid)
  if (!begun || !painted) throw new Error(`the trace has no first paint of ${url}`)
  const tasks = events.filter(
    ({ name, pid, tid, ts }) => name === 'RunTask' && pid === begun.pid && tid === begun.tid && ts > painted.ts,
  )
  // Lighthouse does not declare it.
  const listed = tasks as readonly { tdur?: number }[]
  return listed.reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * SLOWDOWN - MAX_TASK_MS), 0)
}

function summarize(page: string, reports: readonly Report[]): LighthouseFigure {
  const score = (name: string) => reports.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100))
  const value = (name: string) => median(reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN))
  const performanceScores = score('performance')
  return {
    page,
    scores: categories.map((name) => median(score(name))),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cpuTbtMs: median(reports.map(({ cpuTbtMs }) => cpuTbtMs)),
    shift: value('cumulative-layout-shift'),
    low: Math.min(...performanceScores),
    high: Math.max(...performanceScores),
    findings: [...new Set(reports.flatMap(listFindings))],
  }
}

function listFindings({ categories: all, audits }: Report) {
  const others = categories.slice(1).flatMap((name) => all[name]?.auditRefs ?? [])
  return others.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(({ id }) => id)
}
