// A client of page-flood.proof.ts, in a process of its own: node flood-pages.ts <url> <address> <kind> <count> <seconds>
import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

const random = () => Math.random().toString(36).slice(2)

const position = () => `${(-23 - Math.random()).toFixed(4)}&lon=${(-46 - Math.random()).toFixed(4)}`
const nearby = () => `/api/barbershops/nearby?latitude=${-23 - Math.random()}&longitude=${-46 - Math.random()}`

/** What people do: a page of where they are, and what pages request. */
const visits = [() => `/?lat=${position()}`, nearby, () => '/sobre', () => '/api/filters', () => '/api/plans']
const visit = () => visits[Math.floor(Math.random() * visits.length)]?.() as string

const kinds: Record<string, () => string> = {
  parameters: () => `/?x=${random()}`,
  positions: () => `/?lat=${position()}`,
  paths: () => `/${random()}`,
  people: visit,
}

const [url, localAddress, kind = '', count, seconds] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, localAddress, maxSockets: 50 })

const request = () =>
  new Promise<string>((resolve) => {
    const headers = { 'accept-encoding': 'br' }
    get(`${url}${kinds[kind]?.()}`, { agent, headers }, (response) => {
      response.resume().once('close', () => resolve(String(response.statusCode)))
    }).once('error', () => resolve('error'))
  })

const startedAt = performance.now()
const perMillisecond = Number(count) / (Number(seconds) * 1000)
const requests: Promise<string>[] = []
for (; requests.length < Number(count); await wait(2))
  while (requests.length < Math.min(Number(count), (performance.now() - startedAt) * perMillisecond))
    requests.push(request())
const statuses = Map.groupBy(await Promise.all(requests), (status) => status)
console.log(JSON.stringify(Object.fromEntries([...statuses].map(([status, { length }]) => [status, length]))))
process.exit()
