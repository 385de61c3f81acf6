import { staffBookingsApi } from '@na-regua/contract/staff-bookings'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { addBarbers, openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import type { Backend } from './app/backend.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { readAnnouncements, recordAnnouncements } from './steps/announcements.ts'
import { holdTimers } from './steps/hold-timers.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, signInAs, type TestUser } from './steps/users.ts'
import { expect, test } from './test.ts'

const timelineOf = (page: Page, name: string) => page.getByRole('list', { name: `O dia de ${name}` })
const blockOf = (page: Page, name: string, customer: string) =>
  timelineOf(page, name).getByRole('button', { name: new RegExp(customer) })
const toasts = (page: Page) => page.getByRole('status', { name: 'Avisos' })
/** What is dragged, where it would be dropped. */
const ghostOf = (page: Page) => page.locator('[data-timeline] > [aria-hidden="true"].pointer-events-none')

const middleOf = (box: { x: number; y: number; width: number; height: number } | null) => {
  if (!box) throw new Error('the element is not rendered')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function openScene(backend: Backend) {
  const scene = await openAlwaysOpenBarbershop(backend)
  const ana = await createSignedInUser(backend, { name: 'Ana Lua' })
  const bia = await createSignedInUser(backend, { name: 'Bia Rocha' })
  await addAppointment(backend, scene.shop, { customerId: ana.user.id, status: 'CONFIRMED', hoursFromNow: 1 })
  await addAppointment(backend, scene.shop, { customerId: bia.user.id, status: 'CONFIRMED', hoursFromNow: 2 })
  return { ...scene, ana }
}

/** What Ana reads of her appointment on her own device. */
async function openCustomerPhone(context: BrowserContext, ana: TestUser) {
  const customerPage = await context.newPage()
  await signInAs(customerPage, ana)
  await openPage(customerPage, '/customer/appointments')
  const card = customerPage.getByRole('main')
  await expect(card).toContainText('Tonho Valadares')
  return card
}

/** The board of the owner. Returns Ana's appointment on it. */
async function openBoard(page: Page, owner: TestUser) {
  await signInAs(page, owner)
  await openPage(page, '/admin/appointments')
  await page.getByRole('button', { name: 'Dia', exact: true }).click()
  const block = blockOf(page, 'Tonho Valadares', 'Ana Lua')
  // The board scrolls to the current time once it is rendered.
  await expect(block).toBeInViewport()
  return block
}

test('an owner drags to a colleague: the customer sees it at once, and it can be undone', { tag: '@wide' }, async ({
  page,
  browser,
  baseURL,
  backend,
}) => {
  const scene = await openScene(backend)
  const phone = await browser.newContext({ baseURL })
  const card = await openCustomerPhone(phone, scene.ana)
  const block = await openBoard(page, scene.owner)
  const from = middleOf(await block.boundingBox())
  const column = middleOf(await page.locator('[data-timeline]').nth(1).boundingBox())
  const drag = async (x: number, y: number) => {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x + 10, from.y + 10)
    await page.mouse.move(x, y, { steps: 4 })
    await expect(ghostOf(page)).toBeVisible()
  }

  // Dropped on Bia: refused with the reason, and back where it was.
  const taken = middleOf(await blockOf(page, 'Tonho Valadares', 'Bia Rocha').boundingBox())
  await drag(taken.x, taken.y)
  await expect(ghostOf(page)).toContainText('Tonho Valadares já atende Bia Rocha')
  await page.mouse.up()
  await expect(toasts(page)).toContainText('O horário não mudou')
  expect(middleOf(await block.boundingBox())).toEqual(from)

  await holdTimers(page)
  await drag(column.x, from.y)
  await page.mouse.up()
  await expect(blockOf(page, 'Lia Fontes', 'Ana Lua')).toBeVisible()
  await expect(card).toContainText('Lia Fontes')
  await expect(toasts(page)).toContainText('com Lia Fontes')
  await toasts(page).getByRole('button', { name: 'Desfazer' }).click()
  await expect(block).toBeVisible()
  await expect(card).toContainText('Tonho Valadares')
  await phone.close()
})

test('an owner moves to a colleague with the keyboard, and the moves are announced', { tag: '@wide' }, async ({
  page,
  browser,
  baseURL,
  backend,
}) => {
  const scene = await openScene(backend)
  const phone = await browser.newContext({ baseURL })
  const card = await openCustomerPhone(phone, scene.ana)
  await recordAnnouncements(page)
  const block = await openBoard(page, scene.owner)
  await block.focus()
  await page.keyboard.press('m')
  await page.keyboard.press('PageDown')
  await expect(ghostOf(page)).toContainText('já atende Bia Rocha')
  await page.keyboard.press('Escape')
  await expect(ghostOf(page)).toHaveCount(0)
  await expect(block).toBeFocused()
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(blockOf(page, 'Lia Fontes', 'Ana Lua')).toBeFocused()
  await expect(card).toContainText('Lia Fontes')
  const announced = await readAnnouncements(page)
  for (const text of ['Setas mudam o horário', 'já atende Bia Rocha', 'Ana Lua continua às', 'com Lia Fontes: livre'])
    expect(announced).toContain(text)
  await checkAccessibility(page)
  await phone.close()
})

/** Touches of a finger, which Playwright does not have. */
const touch = (devtools: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y?: number) =>
  devtools.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: y ?? 0 }] })

/** A barber with 40 appointments, 12 of them done. The next one was booked by phone: its id is returned. */
async function openFullDay(backend: Backend) {
  const { shop, barber } = await openAlwaysOpenBarbershop(backend)
  const { body: services } = await requestApi(staffBookingsApi.book, {
    token: barber.token,
    params: { id: shop.id },
    body: {
      barberId: shop.barberId,
      serviceIds: [shop.serviceId],
      startTime: new Date(Math.floor(Date.now() / 60_000) * 60_000 + 20 * 60_000).toISOString(),
      newCustomer: { name: 'Rui Lima', phone: '62977776666' },
    },
  })
  const { id } = services.appointment
  const rows = Array.from({ length: 39 }, (_, index) => {
    const minutes = index < 12 ? (index - 13) * 20 : 80 + (index - 12) * 15
    const starts_at = new Date(Math.floor(Date.now() / 60_000) * 60_000 + minutes * 60_000)
    return {
      barbershop_id: shop.id,
      barber_id: shop.barberId,
      barber_user_id: shop.barberUserId,
      is_walk_in: true,
      customer_name: `Cliente ${index}`,
      service_id: shop.serviceId,
      service_name: 'Corte',
      duration_min: 15,
      price_cents: 4500,
      starts_at,
      ends_at: new Date(starts_at.getTime() + 15 * 60_000),
      status: index < 12 ? 'COMPLETED' : 'CONFIRMED',
    }
  })
  await backend.db.insertInto('appointments').values(rows).execute()
  return { barber, id }
}

test('a barber with 40 appointments sees the totals and the next three', async ({ page, backend }) => {
  const { barber } = await openFullDay(backend)
  await signInAs(page, barber)
  await openPage(page, '/barber/appointments')
  await expect(page.getByText('12 de 40')).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('R$ 540,00 de R$ 1.800,00')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('region', { name: 'Próximo cliente' }).getByText('Rui Lima')).toBeInViewport({ ratio: 1 })
  const following = page.getByRole('list', { name: 'Depois' }).getByRole('button')
  await expect(following).toHaveText([/Cliente 12/, /Cliente 13/])
  const bar = await page.getByRole('button', { name: 'Encaixar agora' }).boundingBox()
  for (const row of await following.all()) {
    await expect(row).toBeInViewport({ ratio: 1 })
    const box = await row.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
  }
  await expectNoHorizontalScroll(page)
})

test('a barber with 40 appointments drags one by a long touch, and moves it to a colleague by the dialog', async ({
  page,
  backend,
}) => {
  const { barber, id } = await openFullDay(backend)
  await signInAs(page, barber)
  await openPage(page, '/barber/appointments')
  const block = page.locator(`[data-appointment="${id}"]`)
  await block.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const before = await block.innerText()
  const { x, y } = middleOf(await block.boundingBox())
  const devtools = await page.context().newCDPSession(page)
  await touch(devtools, 'touchStart', x, y)
  await expect(ghostOf(page)).toBeVisible()
  await touch(devtools, 'touchMove', x, y + 10)
  await touch(devtools, 'touchMove', x, y + 30)
  await touch(devtools, 'touchEnd')
  await expect(toasts(page)).toContainText('Rui Lima:')
  await expect(block).not.toHaveText(before)

  await block.click()
  await page.getByRole('button', { name: 'Mudar horário' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mudar horário: Rui Lima' })
  await dialog.getByLabel('Barbeiro').selectOption({ label: 'Lia Fontes' })
  await dialog.getByRole('group', { name: 'Horários livres' }).getByRole('button').last().click()
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: /^Mudar para/ }).click()
  await expect(toasts(page)).toContainText('com Lia Fontes')
  await expect(block).toHaveCount(0)
})

test('without its code the dialog for another time says that it cannot open, and the board stays', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/assets\/move-dialog\S* net::ERR_FAILED$/, /a part of the page failed/)
  await page.route(/assets\/move-dialog/, (route) => route.abort('failed'))
  const { barber } = await openScene(backend)
  await signInAs(page, barber)
  await openPage(page, '/barber/appointments')
  const block = blockOf(page, 'Tonho Valadares', 'Ana Lua')
  await block.click()
  await page.getByRole('button', { name: 'Mudar horário' }).click()
  await expect(toasts(page)).toContainText('Não foi possível abrir')
  await expect(block).toBeVisible()
})

test('a move to a taken time offers the next free ones', async ({ page, backend, watch }) => {
  watch.expect(/ 409$/)
  const { barber } = await openScene(backend)
  await signInAs(page, barber)
  await openPage(page, '/barber/appointments')
  const taken = /\d\d:\d\d/.exec(await blockOf(page, 'Tonho Valadares', 'Bia Rocha').innerText())?.[0] ?? ''
  await blockOf(page, 'Tonho Valadares', 'Ana Lua').click()
  await page.getByRole('button', { name: 'Mudar horário' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mudar horário: Ana Lua' })
  await dialog.getByLabel('Outro horário').fill(taken)
  const move = dialog.getByRole('button', { name: /^Mudar para/ })
  await move.click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(move).toBeDisabled()
  await checkAccessibility(page)
  const instead = dialog.getByRole('button', { name: /^\d{1,2}h(\d\d)?$/ })
  const time = await instead.innerText()
  await instead.click()
  await expect(dialog.getByRole('alert')).toBeHidden()
  await move.click()
  await expect(toasts(page)).toContainText(time)
})

/** The columns stay wide enough to read. Names and hours stay in view, also for who moves an appointment by keyboard. */
async function checkColumns(page: Page, last: string) {
  const board = page.getByRole('region', { name: 'Quadro do dia' })
  for (const column of await page.locator('[data-timeline]').all())
    expect((await column.boundingBox())?.width).toBeGreaterThanOrEqual(112)
  const ruler = board.locator('svg').first()
  const before = await ruler.boundingBox()
  await blockOf(page, 'Tonho Valadares', 'Ana Lua').press('m')
  for (let column = 1; column < 12; column++) await page.keyboard.press('ArrowRight')
  await expect.poll(() => board.evaluate((element) => element.scrollLeft)).toBeGreaterThan(100)
  await expect(ghostOf(page)).toBeInViewport({ ratio: 1 })
  await expect(board.getByRole('heading', { name: last })).toBeInViewport({ ratio: 1 })
  expect((await ruler.boundingBox())?.x).toBe(before?.x)
  // Back to the first, which is not below the hours.
  for (let column = 1; column < 12; column++) await page.keyboard.press('ArrowLeft')
  const left = async () => ((await ghostOf(page).boundingBox())?.x ?? 0) - ((await board.boundingBox())?.x ?? 0)
  await expect.poll(left).toBeGreaterThanOrEqual(60)
  await page.keyboard.press('Escape')
  await checkAccessibility(page)
}

test('the board scrolls without a question to the main thread, and its columns can be read', { tag: '@wide' }, async ({
  page,
  backend,
}) => {
  const { owner, shop } = await openScene(backend)
  const last = 'Maria Aparecida de Albuquerque Cavalcanti'
  const others = ['Zé', 'Gil', 'Rui', 'Ivo', 'Caio', 'Davi', 'Léo', 'Nei', 'Igor'].map((name) => `${name} Prado`)
  // Twelve are more than fit side by side.
  await addBarbers(backend, shop.id, [...others, last])
  await signInAs(page, owner)
  await openPage(page, '/admin/appointments')
  await page.getByRole('button', { name: 'Dia', exact: true }).click()
  const board = page.getByRole('region', { name: 'Quadro do dia' })
  await expect(blockOf(page, 'Tonho Valadares', 'Ana Lua')).toBeInViewport()
  const { x, y } = middleOf(await board.boundingBox())
  const top = () => board.evaluate((element) => element.scrollTop)
  await board.evaluate((element) => element.scrollTo({ top: 0 }))
  await expect.poll(top).toBe(0)
  const devtools = await page.context().newCDPSession(page)
  const names: string[] = []
  devtools.on('Tracing.dataCollected', ({ value }) =>
    names.push(...value.map((event) => (event as { name: string }).name)),
  )
  await devtools.send('Tracing.start', { traceConfig: { includedCategories: ['input'] } })
  const gesture = { x, y, yDistance: -150, gestureSourceType: 'mouse' as const }
  await devtools.send('Input.synthesizeScrollGesture', gesture)
  await expect.poll(top).toBe(150)
  const isComplete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.end')
  await isComplete
  expect(names.filter((name) => name.includes('GestureScrollBegin')).length).toBeGreaterThan(0)
  expect(names.filter((name) => name.includes('PostingHitTestToMainThread'))).toEqual([])
  await checkColumns(page, last)
})
