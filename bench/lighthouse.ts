import type { BrowserContext } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findFreePort } from '../server/src/ops/free-port.ts'
import { enter, listPages, withPhone } from './browser.ts'
import type { World } from './figures.ts'
import { median } from './measure.ts'

export type Audit = {
  page: string
  /** Performance, accessibility, best practices, search engines: 0 to 100, the median of the rounds. */
  scores: number[]
  lcpMs: number
  tbtMs: number
  shift: number
  low: number
  high: number
  /** What cost points outside of the performance. */
  findings: string[]
}

const ROUNDS = 5
const categories = ['performance', 'accessibility', 'best-practices', 'seo']

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

/** Target W2: Lighthouse's phone, cold, each page in a fresh browser; the booking as somebody who is logged in. */
export async function benchLighthouse(world: World): Promise<Audit[]> {
  const audits: Audit[] = []
  for (const [page, path] of Object.entries(await listPages(world))) {
    const reports: Report[] = []
    for (let round = 0; round < ROUNDS; round++) reports.push(await auditOnce(world, page, path))
    audits.push(summarize(page, reports))
  }
  return audits
}

async function auditOnce(world: World, page: string, path: string): Promise<Report> {
  const port = await findFreePort()
  const audit = async (context: BrowserContext) => {
    const isKnown = page === 'booking'
    if (isKnown) await enter(context, world)
    const options = { port, formFactor: 'mobile', onlyCategories: categories, disableStorageReset: isKnown } as const
    const result = await lighthouse(world.app.url + path, { ...options, logLevel: 'error' })
    if (!result) throw new Error(`Lighthouse said nothing about ${path}`)
    return result.lhr
  }
  return withPhone(audit, { port })
}

function summarize(page: string, reports: readonly Report[]): Audit {
  const score = (name: string) => reports.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100))
  const value = (name: string) => median(reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN))
  const speeds = score('performance')
  return {
    page,
    scores: categories.map((name) => median(score(name))),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    low: Math.min(...speeds),
    high: Math.max(...speeds),
    findings: [...new Set(reports.flatMap(listFindings))],
  }
}

function listFindings({ categories: all, audits }: Report) {
  const others = categories.slice(1).flatMap((name) => all[name]?.auditRefs ?? [])
  return others.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(({ id }) => id)
}
