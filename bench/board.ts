import { randomUUID } from 'node:crypto'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { openAlwaysOpenBarbershop } from '../e2e/app/always-open-barbershop.ts'
import { chromium as systemChromium } from '../e2e/app/chromium.ts'
import { createSignedInUser, signInAs } from '../e2e/steps/users.ts'
import type { BenchWorld } from './figures.ts'
import { countFrames, type Gesture, readTraceClock, type ScrollFigures, trace } from './frames.ts'
import { median } from './measure.ts'

export type BoardFigures = {
  /** Frames per second while the board is scrolled with the CPU at a quarter of its speed, by the trace; the worst of its seconds. */
  framesPerSecond: number
  worstFramesPerSecond: number
  /** The pauses between the gestures included. */
  withTurnsPerSecond: number
  /** The frames of a page with nothing but stripes, scrolled in the same way right after it. */
  floorFramesPerSecond: number
  floorWithTurnsPerSecond: number
  /** Milliseconds from the drop of an appointment until the customer's open page shows it; the median and the worst. */
  notifiedMs: number
  worstNotifiedMs: number
}

const BARBERS = 12
const PER_BARBER = 25
const CPU_SLOWDOWN = 4
const ROUNDS = 6
/** Pixels, pixels a second, and how often it is scrolled down or up. */
const WARM_UP = 100
const MAX_DISTANCE = 900
const SCROLL_SPEED = 600
const TURNS = 4
const MINUTE = 60_000
/** The first minute of the board, whose first appointment is at 7:00. */
const FIRST_MINUTE = 7 * 60
const STEP = 30
/** The appointment that is dragged, at 12:00. */
const DRAGGED = 10

/** 12 barbers with 25 appointments each. */
export async function benchBoard(world: BenchWorld): Promise<BoardFigures> {
  const scene = await createScene(world)
  const browser = await chromium.launch({ executablePath: systemChromium.executablePath, args: systemChromium.args })
  try {
    const owner = await openBoard(browser, world, scene)
    const times = await measureNotified(browser, world, scene, owner)
    const frames = await measureScroll(owner)
    const floor = await measureScroll(await openFloor(browser, await measureHeight(owner)))
    return {
      ...frames,
      floorFramesPerSecond: floor.framesPerSecond,
      floorWithTurnsPerSecond: floor.withTurnsPerSecond,
      notifiedMs: median(times),
      worstNotifiedMs: Math.max(...times),
    }
  } finally {
    await browser.close()
  }
}

export function printBoard(figures: BoardFigures) {
  const { framesPerSecond, worstFramesPerSecond, withTurnsPerSecond, floorFramesPerSecond } = figures
  console.log(`\nQuadro do dia, ${BARBERS} barbeiros × ${PER_BARBER} agendamentos`)
  console.log(
    `  rolar com um quarto do processador: ${framesPerSecond.toFixed(1)} quadros/s, pior segundo ${worstFramesPerSecond.toFixed(0)}, com as viradas ${withTurnsPerSecond.toFixed(1)}`,
  )
  console.log(
    `  uma página só de listras: ${floorFramesPerSecond.toFixed(1)}, com as viradas ${figures.floorWithTurnsPerSecond.toFixed(1)} (meta 60)`,
  )
  console.log(
    `  do soltar até a tela do cliente: ${figures.notifiedMs.toFixed(0)} ms, pior ${figures.worstNotifiedMs.toFixed(0)} ms (meta 1500)`,
  )
}

async function createScene({ db }: BenchWorld) {
  const backend = { db, now: () => new Date(), close: async () => {} }
  const { owner, shop, timeZone } = await openAlwaysOpenBarbershop(backend)
  const customer = await createSignedInUser(backend, { name: 'Ana Lua' })
  const own = db.selectFrom('barbers').select(['id', 'user_id']).where('barbershop_id', '=', shop.id)
  const first = await own.orderBy('position').execute()
  const users = Array.from({ length: BARBERS - first.length }, (_, index) => ({
    id: randomUUID(),
    name: `Barbeiro ${index}`,
    email: `${randomUUID()}@naregua.test`,
  }))
  await db.insertInto('users').values(users).execute()
  const rows = users.map(({ id }, index) => ({ user_id: id, barbershop_id: shop.id, position: index + 2 }))
  const added = await db.insertInto('barbers').values(rows).returning(['id', 'user_id']).execute()
  const midnight = startOfDay(timeZone)
  const appointments = [...first, ...added].flatMap(({ id, user_id }, barber) =>
    Array.from({ length: PER_BARBER }, (_, index) => {
      // The second barber is free when the dragged appointment of the first one begins.
      const position = barber === 1 && index === DRAGGED ? PER_BARBER : index
      const starts_at = new Date(midnight + (FIRST_MINUTE + position * STEP) * MINUTE)
      const isDragged = barber === 0 && index === DRAGGED
      return {
        barbershop_id: shop.id,
        barber_id: id,
        barber_user_id: user_id,
        service_id: shop.serviceId,
        customer_id: isDragged ? customer.user.id : null,
        is_walk_in: !isDragged,
        status: 'CONFIRMED',
        customer_name: isDragged ? null : `Cliente ${index}`,
        service_name: 'Corte',
        duration_min: 20,
        price_cents: 4500,
        starts_at,
        ends_at: new Date(starts_at.getTime() + 20 * MINUTE),
      }
    }),
  )
  await db.insertInto('appointments').values(appointments).execute()
  return { owner, customer }
}

type Scene = Awaited<ReturnType<typeof createScene>>

/** Zones like Etc/GMT+3 have no summer time. */
function startOfDay(timeZone: string): number {
  const local = new Date().toLocaleTimeString('en-GB', { timeZone })
  const [hours = 0, minutes = 0, seconds = 0] = local.split(':').map(Number)
  const now = Math.floor(Date.now() / 1000) * 1000
  return now - ((hours * 60 + minutes) * 60 + seconds) * 1000
}

async function openBoard(browser: Browser, { app }: BenchWorld, { owner }: Scene): Promise<Page> {
  const context = await browser.newContext({
    baseURL: app.url,
    locale: 'pt-BR',
    viewport: { width: 1280, height: 800 },
  })
  const page = await context.newPage()
  await signInAs(page, owner)
  await page.goto('/admin/appointments')
  await page.getByRole('button', { name: 'Dia', exact: true }).click()
  await findBoard(page).waitFor()
  return page
}

const findBoard = (page: Page) => page.getByRole('region', { name: 'Quadro do dia' })

const measureHeight = (page: Page) => findBoard(page).evaluate((board) => board.scrollHeight)

/** A page of the same height with nothing but stripes: what the machine itself allows. */
async function openFloor(browser: Browser, height: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.setContent(`<section aria-label="Quadro do dia" style="height:690px;overflow:auto">
    <div style="height:${height}px;background:repeating-linear-gradient(#fff 0 20px,#000 20px 40px)"></div></section>`)
  return page
}

/** The owner drags it to the second barber and back. */
async function measureNotified(
  browser: Browser,
  { app }: BenchWorld,
  { customer }: Scene,
  owner: Page,
): Promise<number[]> {
  const context: BrowserContext = await browser.newContext({ baseURL: app.url, locale: 'pt-BR' })
  const page = await context.newPage()
  await signInAs(page, customer)
  await page.goto('/customer/appointments')
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const names = ['Tonho Valadares', 'Lia Fontes']
    const [from, to] = (round % 2 ? names.toReversed() : names) as [string, string]
    await page.getByRole('main').getByText(from).first().waitFor()
    const timeline = (name: string) => owner.getByRole('list', { name: `O dia de ${name}` })
    const block = timeline(from).getByRole('button', { name: /Ana Lua/ })
    await block.scrollIntoViewIfNeeded()
    const start = await block.boundingBox()
    const target = await timeline(to).locator('..').boundingBox()
    if (!start || !target) throw new Error('the board is not rendered')
    await owner.mouse.move(start.x + 30, start.y + 10)
    await owner.mouse.down()
    await owner.mouse.move(start.x + 40, start.y + 12)
    await owner.mouse.move(target.x + 40, start.y + 10, { steps: 3 })
    const isShown = page.waitForFunction((name) => document.querySelector('main')?.innerText.includes(name), to, {
      polling: 'raf',
    })
    const dropped = performance.now()
    await owner.mouse.up()
    await isShown
    times.push(performance.now() - dropped)
    await timeline(to)
      .getByRole('button', { name: /Ana Lua/ })
      .waitFor()
  }
  await context.close()
  return times
}

/**
 * Scrolls down and up as a wheel does, from its upper edge and never past the lower one, and counts the frames that were drawn while
 * a gesture moved it. The pauses between two gestures are the tool's own: nothing moves in them.
 */
async function measureScroll(page: Page): Promise<ScrollFigures> {
  const devtools = await page.context().newCDPSession(page)
  const board = findBoard(page)
  const box = await board.boundingBox()
  if (!box) throw new Error('the board is not rendered')
  const range = await board.evaluate((element) => {
    element.scrollTop = 0
    return element.scrollHeight - element.clientHeight
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const scroll = async (distance: number): Promise<Gesture> => {
    const startedAt = readTraceClock()
    const movingMs = (1000 * Math.abs(distance)) / SCROLL_SPEED
    await devtools.send('Input.synthesizeScrollGesture', {
      x: Math.round(box.x + box.width / 2),
      y: Math.round(box.y + box.height / 2),
      yDistance: distance,
      speed: SCROLL_SPEED,
      gestureSourceType: 'mouse',
      preventFling: true,
    })
    return { startedAt, movingMs }
  }
  await scroll(-WARM_UP)
  const distance = Math.min(range - WARM_UP, MAX_DISTANCE)
  const gestures: Gesture[] = []
  const events = await trace(devtools, async () => {
    for (let turn = 0; turn < TURNS; turn++) gestures.push(await scroll(turn % 2 ? distance : -distance))
  })
  return countFrames(events, gestures)
}
