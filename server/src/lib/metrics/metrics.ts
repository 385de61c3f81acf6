import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { JobHandlers } from '../jobs.ts'
import type { Mailer } from '../mail.ts'
import { countResponses } from './request-metrics.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** The numbers of one process, as Prometheus reads them. Names begin with na_regua_ where they are ours. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  // Memory, processor, open files, garbage collection, and how late the event loop is.
  collectDefaultMetrics({ register: registry })
  const build = new Gauge({
    name: 'na_regua_build_info',
    help: 'Always 1; what runs stands in the labels.',
    labelNames: ['version', 'node'],
    registers,
  })
  build.set({ version: readVersion(), node: process.version }, 1)
  const countOurs = (app: FastifyInstance) => countResponses(app, registry)
  return { registry, watch, countResponses: countOurs, ...createOutcomes(registry) }

  /** A number that is read when somebody asks for it. */
  function watch(name: string, help: string, read: () => number) {
    new Gauge({
      name: `na_regua_${name}`,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  }
}

function readVersion(): string {
  return JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version
}

/** How what happens after a commit ends. */
function createOutcomes(registry: Registry) {
  const letters = new Counter({
    name: 'na_regua_letters_total',
    help: 'Letters by what the mail server said of them.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const jobs = new Counter({
    name: 'na_regua_jobs_total',
    help: 'Jobs that this process worked on; a failed one comes again.',
    labelNames: ['task', 'outcome'],
    registers: [registry],
  })

  function countEmails(mail: Mailer): Mailer {
    return { ...mail, send: (to, letter) => countOutcome(letters, {}, () => mail.send(to, letter)) }
  }

  function countJobs(handlers: JobHandlers): JobHandlers {
    const counted = Object.entries(handlers).map(([task, run]) => [
      task,
      (payload: never) => countOutcome(jobs, { task }, () => run(payload)),
    ])
    return Object.fromEntries(counted)
  }

  return { countEmails, countJobs }
}

async function countOutcome(counter: Counter, labels: Record<string, string>, act: () => Promise<void>): Promise<void> {
  try {
    await act()
    counter.inc({ ...labels, outcome: 'done' })
  } catch (error) {
    counter.inc({ ...labels, outcome: 'failed' })
    throw error
  }
}
