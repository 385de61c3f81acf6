import type { BrowserContext, Page } from '@playwright/test'
import { openAlwaysOpenBarbershop } from '../e2e/app/always-open-barbershop.ts'
import { addAppointment } from '../e2e/app/appointments.ts'
import { type Network, startNetwork } from '../e2e/app/network.ts'
import { waitForHydration } from '../e2e/steps/open-page.ts'
import { createSignedInUser, signInAs, type TestUser } from '../e2e/steps/users.ts'
import { withPhoneBrowser } from './browser.ts'
import type { BenchWorld } from './figures.ts'
import { median } from './measure.ts'

/**
 * Milliseconds from the start of the navigation until the user's own day is painted, the median of five and the worst, and until
 * the page without it is.
 */
export type OfflineFigure = { role: string; ms: number; worstMs: number; paintMs: number }

const ROUNDS = 5
const CPU_SLOWDOWN = 4
const TARGET_MS = 1000
const SHOWN = 'the day is shown'

/** Target O1: the app is opened without network, with the CPU at a quarter of its speed, for each role. */
export async function benchOfflineOpening(world: BenchWorld): Promise<OfflineFigure[]> {
  const { barber, owner, customer } = await createScene(world)
  const network = await startNetwork(world.app.url)
  const openings = [
    { role: 'cliente', user: customer, path: '/customer/appointments', text: 'Rua 7, 70' },
    { role: 'barbeiro', user: barber, path: '/barber/appointments', text: 'Ana Lua' },
    { role: 'dono', user: owner, path: '/admin/appointments?ver=dia', text: 'Ana Lua' },
  ]
  const figures: OfflineFigure[] = []
  try {
    for (const opening of openings) {
      network.isOff = false
      figures.push(await withPhoneBrowser((context) => measureOpening(context, network, opening)))
    }
  } finally {
    await network.close()
  }
  return figures
}

export function printOfflineOpening(figures: readonly OfflineFigure[]) {
  console.log(`\nAbrir sem rede, um quarto do processador, mediana de ${ROUNDS} (meta ${TARGET_MS} ms)`)
  for (const { role, ms, worstMs, paintMs } of figures) {
    const day = `o próprio dia em ${ms.toFixed(0)} ms, pior ${worstMs.toFixed(0)} ms`
    console.log(`  ${role}: ${day}; a página sem ele em ${paintMs.toFixed(0)} ms`)
  }
}

/** A day of one barber with twelve appointments, and one customer of all of them. */
async function createScene({ db }: BenchWorld) {
  const backend = { db, now: () => new Date(), close: async () => {} }
  const scene = await openAlwaysOpenBarbershop(backend)
  const customer = await createSignedInUser(backend, { name: 'Ana Lua', phone: '62900005555' })
  for (let index = 0; index < 12; index++) {
    const hoursFromNow = 0.5 + index
    await addAppointment(backend, scene.shop, { customerId: customer.user.id, status: 'CONFIRMED', hoursFromNow })
  }
  return { ...scene, customer }
}

type Opening = { role: string; user: TestUser; path: string; text: string }

async function measureOpening(context: BrowserContext, network: Network, { role, user, path, text }: Opening) {
  const page = await context.newPage()
  await signInAs(page, user, network.url)
  await page.goto(network.url + path)
  await waitForHydration(page)
  await waitUntilStored(page)
  await page.close()
  network.isOff = true
  await context.setOffline(true)
  const opened: Awaited<ReturnType<typeof openOnce>>[] = []
  for (let round = 0; round < ROUNDS; round++) opened.push(await openOnce(context, network.url + path, text))
  await context.setOffline(false)
  const times = opened.map(({ shownAt }) => shownAt)
  return { role, ms: median(times), worstMs: Math.max(...times), paintMs: median(opened.map(({ paintAt }) => paintAt)) }
}

/** The worker has its files, and the last thing that the idle page stores is there. */
async function waitUntilStored(page: Page) {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.waitForFunction(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'na-regua')) return false
    const open = indexedDB.open('na-regua')
    const database = await new Promise<IDBDatabase>((resolve) => {
      open.onsuccess = () => resolve(open.result)
    })
    const request = database.transaction('records').objectStore('records').getAllKeys()
    await new Promise((resolve) => {
      request.onsuccess = resolve
    })
    database.close()
    return request.result.some((name) => String(name).endsWith('prefetched-at'))
  })
}

async function openOnce(context: BrowserContext, url: string, text: string) {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.addInitScript(watchText, { text, shown: SHOWN })
  // Not by a function that is sent into the page: evaluating it took some 30 ms of the time that is measured.
  const isShown = page.waitForEvent('console', (message) => message.text() === SHOWN)
  await page.goto(url, { waitUntil: 'commit' })
  await isShown
  const times = await page.evaluate(() => ({
    shownAt: (window as unknown as { shownAt: number }).shownAt,
    paintAt: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }))
  await page.close()
  return times
}

/**
 * Runs in the page: records the first frame after both the day and its age are in it. It looks only when the page has changed:
 * one that looks in every frame makes the browser render each of them, which took a quarter of the time that it measured.
 */
function watchText({ text, shown }: { text: string; shown: string }) {
  const observer = new MutationObserver(() => {
    const content = document.querySelector('main')?.textContent ?? ''
    if (!content.includes(text) || !content.includes('Como estava')) return
    observer.disconnect()
    requestAnimationFrame(() => {
      setTimeout(() => {
        Object.assign(window, { shownAt: performance.now() })
        console.debug(shown)
      })
    })
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
}
