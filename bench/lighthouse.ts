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
  shift: number
  low: number
  high: number
  /** Failed audits outside of the performance category. */
  findings: string[]
}

const ROUNDS = 5
const categories = ['performance', 'accessibility', 'best-practices', 'seo']

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

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

async function auditOnce(world: BenchWorld, page: string, path: string): Promise<Report> {
  const port = await findFreePort()
  const audit = async (context: BrowserContext) => {
    const isSignedIn = page === 'booking'
    if (isSignedIn) await signIn(context, world)
    const options = { port, formFactor: 'mobile', onlyCategories: categories, disableStorageReset: isSignedIn } as const
    const result = await lighthouse(world.app.url + path, { ...options, logLevel: 'error' })
    if (!result) throw new Error(`Lighthouse returned no result for ${path}`)
    return result.lhr
  }
  return withPhoneBrowser(audit, { port })
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
