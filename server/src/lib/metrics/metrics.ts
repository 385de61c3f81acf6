import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { JobHandlers } from '../jobs.ts'
import type { Mailer } from '../mail.ts'
import { countResponses } from './request-metrics.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Prometheus metrics of one process. Our own are prefixed with na_regua_. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const build = new Gauge({
    name: 'na_regua_build_info',
    help: 'Always 1; version and runtime are in the labels.',
    labelNames: ['version', 'node'],
    registers,
  })
  build.set({ version: readVersion(), node: process.version }, 1)
  const countOurs = (app: FastifyInstance) => countResponses(app, registry)
  return { registry, watch, countResponses: countOurs, ...createOutcomes(registry) }

  /** A gauge whose value is read when the metrics are collected. */
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

/** Outcomes of emails, jobs and pushes. */
function createOutcomes(registry: Registry) {
  const emails = new Counter({
    name: 'na_regua_emails_total',
    help: 'Emails by outcome at the mail server.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const jobs = new Counter({
    name: 'na_regua_jobs_total',
    help: 'Jobs run by this process; failed ones are retried.',
    labelNames: ['task', 'outcome'],
    registers: [registry],
  })

  const pushes = new Counter({
    name: 'na_regua_pushes_total',
    help: 'Pushes to one device each, by what came of an attempt.',
    labelNames: ['outcome'],
    registers: [registry],
  })

  function countEmails(mail: Mailer): Mailer {
    return { ...mail, send: (...email) => countOutcome(emails, {}, () => mail.send(...email)) }
  }

  function countJobs(handlers: JobHandlers): JobHandlers {
    const counted = Object.entries(handlers).map(([task, run]) => [
      task,
      (...job: Parameters<typeof run>) => countOutcome(jobs, { task }, () => run(...job)),
    ])
    return Object.fromEntries(counted)
  }

  const countPush = (outcome: string) => pushes.inc({ outcome })

  return { countEmails, countJobs, countPush }
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
