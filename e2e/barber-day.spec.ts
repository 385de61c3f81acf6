import { agendasApi } from '@na-regua/contract/agendas'
import { availabilityApi } from '@na-regua/contract/availability'
import type { Page } from '@playwright/test'
import { dateAtBarbershop, openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { holdTimers } from './steps/hold-timers.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { requestApi } from './steps/request-api.ts'
import { isPhone } from './steps/screen.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

type Scene = Awaited<ReturnType<typeof openAlwaysOpenBarbershop>>

const timelineOf = (page: Page, name: string) => page.getByRole('list', { name: `O dia de ${name}` })

const weekdays = ['Domingo', 'Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado']
const weekdayName = (date: string) => weekdays[new Date(`${date}T12:00Z`).getUTCDay()] ?? ''

async function readSlots({ shop }: Scene, date: string) {
  const query = { date, serviceId: shop.serviceId }
  return (await requestApi(availabilityApi.get, { params: { id: shop.barberId }, query })).body.slots
}

async function statusOf({ barber }: Scene, id: string) {
  const { body } = await requestApi(agendasApi.dayOfBarber, { token: barber.token })
  // An overloaded server may reject the request; expect.poll sends it again.
  return (body.barbers ?? []).flatMap(({ appointments }) => appointments).find((one) => one.id === id)?.status
}

/** A horizontal swipe over the day of one barber. */
function swipe(page: Page, from: number, to: number) {
  return page.getByRole('combobox', { name: 'Barbeiro' }).evaluate(
    (target, [start = 0, end = 0]) => {
      const touch = (clientX: number) => [new Touch({ identifier: 1, target, clientX, clientY: 300 })]
      const init = { bubbles: true, changedTouches: touch(end) }
      target.dispatchEvent(new TouchEvent('touchstart', { ...init, touches: touch(start) }))
      target.dispatchEvent(new TouchEvent('touchend', init))
    },
    [from, to],
  )
}

/** The barbershop has no queue, which would say who is there: the appointment does. */
async function checkArrival(page: Page) {
  const next = page.getByRole('region', { name: 'Próximo cliente' })
  const block = timelineOf(page, 'Tonho Valadares').getByRole('button', { name: /Ana Lua/ })
  const details = page.getByRole('dialog', { name: 'Ana Lua' })
  await block.click()
  await details.getByRole('button', { name: 'Chegou' }).click()
  await expect(details.getByText(/^Chegou às \d{1,2}h(\d\d)?$/)).toBeVisible()
  await details.getByRole('button', { name: 'Fechar' }).click()
  for (const shown of [next, block]) await expect(shown).toContainText(/Chegou às \d{1,2}h/)
  await checkAccessibility(page)
  await block.click()
  await details.getByRole('button', { name: 'Desfazer chegada' }).click()
  await expect(details.getByRole('button', { name: 'Chegou' })).toBeVisible()
  await details.getByRole('button', { name: 'Fechar' }).click()
  for (const shown of [next, block]) await expect(shown).not.toContainText('Chegou')
}

test('a barber replies with one tap and undoes it, and marks who has arrived [1.3]', { tag: '@desktop' }, async ({
  page,
  backend,
}) => {
  const scene = await openAlwaysOpenBarbershop(backend)
  const ana = await createSignedInUser(backend, { name: 'Ana Lua', phone: '62900005555' })
  const beto = await createSignedInUser(backend, { name: 'Beto Sol' })
  await addAppointment(backend, scene.shop, { customerId: ana.user.id, status: 'CONFIRMED', hoursFromNow: 0.75 })
  const pending = await addAppointment(backend, scene.shop, {
    customerId: beto.user.id,
    status: 'SCHEDULED',
    hoursFromNow: 3,
  })
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()))
  await signInAs(page, scene.barber)

  await openPage(page, '/barber/appointments')
  const next = page.getByRole('region', { name: 'Próximo cliente' })
  await expect(next).toContainText('Ana Lua')
  await expect(next).toContainText(/em \d+ min/)
  await expect(next.getByRole('link', { name: /WhatsApp de Ana Lua/ })).toHaveAttribute(
    'href',
    'https://wa.me/5562900005555',
  )
  await expect(timelineOf(page, 'Tonho Valadares')).toContainText('Beto Sol')
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)

  const waiting = page.getByRole('region', { name: /Esperando sua resposta/ })
  const letTimePass = await holdTimers(page)
  await waiting.getByRole('button', { name: 'Aceitar' }).click()
  await expect(page.getByRole('status', { name: 'Avisos' })).toContainText('Beto Sol: aceito')
  await waiting.getByRole('button', { name: 'Desfazer' }).click()
  await expect(waiting.getByRole('button', { name: 'Aceitar' })).toBeVisible()
  await letTimePass()
  expect(sent).toEqual([])
  await expect.poll(() => statusOf(scene, pending.id)).toBe('SCHEDULED')

  // Leaving the view commits the pending change: it is sent at once, and once.
  await waiting.getByRole('button', { name: 'Aceitar' }).click()
  await page.getByRole('button', { name: 'Lista' }).click()
  await expect.poll(() => statusOf(scene, pending.id)).toBe('CONFIRMED')
  await expect.poll(() => sent).toHaveLength(1)
  await page.getByRole('group', { name: 'Como ver' }).getByRole('button', { name: 'Hoje' }).click()
  await checkArrival(page)
})

test('a barber adds walk-ins: now, at the next slot, and on another day [1.3]', async ({ page, backend }) => {
  const scene = await openAlwaysOpenBarbershop(backend)
  const ana = await createSignedInUser(backend, { name: 'Ana Lua' })
  await addAppointment(backend, scene.shop, { customerId: ana.user.id, status: 'CONFIRMED', hoursFromNow: 0.75 })
  await signInAs(page, scene.barber)
  await openPage(page, '/barber/appointments')
  await holdTimers(page)

  await page.getByRole('button', { name: 'Encaixar agora' }).click()
  const dialog = page.getByRole('dialog', { name: 'Marcar horário' })
  await dialog.getByRole('button', { name: /Corte na régua/ }).click()
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Encaixar agora' }).click()
  await expect(page.getByRole('status', { name: 'Avisos' })).toContainText('Encaixado às')
  await expect(page.getByRole('region', { name: 'Na cadeira' })).toContainText('Corte na régua')

  // The barber is busy now: the next slot is shown instead.
  await page.getByRole('button', { name: 'Encaixar agora' }).click()
  await dialog.getByRole('button', { name: /Barba/ }).click()
  await dialog.getByLabel('Cliente').fill('Seu Zé')
  await dialog.getByRole('button', { name: 'Encaixar agora' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Horário ocupado: encaixar às')
  await dialog.getByRole('button', { name: /^\d{1,2}h(\d\d)?$/ }).click()
  await expect(dialog).toBeHidden()
  await expect(timelineOf(page, 'Tonho Valadares')).toContainText('Seu Zé')

  // Any gap of any day can be taken, at a time within it.
  for (const day of [1, 2]) {
    await page.getByRole('button', { name: 'Próximo dia' }).click()
    await expect(page).toHaveURL(new RegExp(`dia=${dateAtBarbershop(backend.now(), scene.timeZone, day)}`))
  }
  await timelineOf(page, 'Tonho Valadares')
    .getByRole('button', { name: /Encaixar/ })
    .first()
    .click()
  const later = page.getByRole('dialog', { name: 'Marcar horário' })
  await later.getByLabel('Horário', { exact: true }).fill('14:10')
  await later.getByRole('button', { name: /Barba/ }).click()
  await later.getByLabel('Cliente').fill('Dona Ivone')
  await checkAccessibility(page)
  await later.getByRole('button', { name: /^Marcar às/ }).click()
  await expect(timelineOf(page, 'Tonho Valadares').getByRole('button', { name: /Dona Ivone/ })).toContainText('14:10')
})

test('a long list of requests is collapsed above the timeline on a phone', async ({ page, backend }) => {
  const scene = await openAlwaysOpenBarbershop(backend)
  for (const [index, name] of ['Ana', 'Bia', 'Caio', 'Duda', 'Enzo', 'Fabi'].entries()) {
    const { user } = await createSignedInUser(backend, { name: `${name} da Silva` })
    await addAppointment(backend, scene.shop, {
      customerId: user.id,
      status: 'SCHEDULED',
      // Not within the hour in which a request that waits for a reply ends.
      hoursFromNow: 2 + index * 0.5,
    })
  }
  await signInAs(page, scene.barber)
  await openPage(page, '/barber/appointments')
  // The first of them is the next customer, shown above the list.
  const waiting = page.getByRole('region', { name: 'Esperando sua resposta 5' })
  await expect(waiting.getByRole('listitem')).toHaveCount(3)
  await waiting.getByRole('button', { name: 'Ver mais 2' }).click()
  await expect(waiting.getByRole('listitem')).toHaveCount(5)
  await expect(waiting.getByRole('listitem').nth(3)).toBeFocused()
  await checkAccessibility(page)
})

test('time off removes the slots of the day and lists the appointments it conflicts with', async ({
  page,
  backend,
  watch,
}) => {
  watch.expect(/^POST \S+\/(time-off|displacements) 409$/)
  const scene = await openAlwaysOpenBarbershop(backend)
  const carla = await createSignedInUser(backend, { name: 'Carla Rios', phone: '62900006666' })
  await addAppointment(backend, scene.shop, { customerId: carla.user.id, status: 'CONFIRMED', hoursFromNow: 26 })
  const tomorrow = dateAtBarbershop(backend.now(), scene.timeZone, 1)
  expect((await readSlots(scene, tomorrow)).length).toBeGreaterThan(10)
  await signInAs(page, scene.barber)

  await openPage(page, '/barber/appointments')
  await page.getByRole('link', { name: 'Meu horário' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meu horário')
  await page.getByRole('button', { name: 'Nova folga' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nova folga' })
  await dialog.getByLabel('De', { exact: true }).fill(tomorrow)
  await dialog.getByLabel('Até').fill(tomorrow)
  await dialog.getByLabel('Motivo (opcional)').fill('Dentista')
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Marcar folga' }).click()

  const conflict = page.getByRole('dialog', { name: 'Há 1 agendamento marcado' })
  await expect(conflict).toContainText('Carla Rios')
  expect((await readSlots(scene, tomorrow)).length).toBeGreaterThan(10)
  await checkAccessibility(page)
  await conflict.getByLabel('O que fazer com todos').selectOption({ label: 'Manter como está' })
  await conflict.getByRole('button', { name: 'Marcar folga', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Folgas' })).toContainText('Dentista')
  expect(await readSlots(scene, tomorrow)).toEqual([])

  const conflicts = page.getByRole('region', { name: 'Marcados fora do horário' })
  await expect(conflicts).toContainText('Carla Rios')
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  await conflicts.getByRole('link', { name: /Ver no dia.*Carla Rios/ }).click()
  const timeline = timelineOf(page, 'Tonho Valadares')
  await expect(timeline).toContainText('Folga: Dentista')
  await expect(timeline.getByRole('button', { name: /Encaixar/ })).toHaveCount(0)
  await expect(timeline.getByRole('button', { name: /Carla Rios/ })).toBeVisible()

  await page.goBack()
  await page.getByRole('button', { name: /Desmarcar folga/ }).click()
  await expect(page.getByText('Nenhuma folga marcada.')).toBeVisible()
  await expect.poll(async () => (await readSlots(scene, tomorrow)).length).toBeGreaterThan(10)
})

/** A phone shows one barber at a time, a desktop all of them side by side. */
async function checkBarbersOfDay(page: Page) {
  if (isPhone(page)) {
    await expect(page.getByRole('combobox', { name: 'Barbeiro' })).toContainText('Lia Fontes')
    await page
      .getByRole('list', { name: 'Livres agora' })
      .getByRole('button', { name: /Lia Fontes/ })
      .click()
    await expect(timelineOf(page, 'Lia Fontes')).toBeAttached()
    await swipe(page, 100, 300)
    await expect(timelineOf(page, 'Tonho Valadares')).toBeAttached()
  } else {
    // The board opens at the current time, and the names stay visible.
    const board = page.getByRole('region', { name: 'Quadro do dia' })
    await expect.poll(() => board.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(300)
    await expect(board.getByRole('heading', { name: 'Lia Fontes' })).toBeInViewport()
    expect(await board.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  }
}

test('an owner sees every barber of the day and replies there', { tag: '@desktop' }, async ({ page, backend }) => {
  const scene = await openAlwaysOpenBarbershop(backend)
  const ana = await createSignedInUser(backend, { name: 'Ana Lua' })
  const pending = await addAppointment(backend, scene.shop, {
    customerId: ana.user.id,
    status: 'SCHEDULED',
    hoursFromNow: 3,
  })
  // The owner also cuts: their own day is one step away.
  const { id: userId } = scene.owner.user
  const membership = { user_id: userId, barbershop_id: scene.shop.id, position: 2 }
  await backend.db.insertInto('barbers').values(membership).execute()
  await signInAs(page, scene.owner)

  await openPage(page, '/admin/appointments')
  await page.getByRole('main').getByRole('link', { name: 'Meu dia' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meus Agendamentos')
  await expect(timelineOf(page, 'Dona Zuleide Prates')).toBeAttached()
  await openPage(page, '/admin/appointments')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Menu de/ })
    .click()
  await expect(page.getByRole('region', { name: 'Administrativo' }).getByRole('link')).toHaveText([
    'Meu dia',
    'Meus ganhos',
    'Painel',
    'Agendamentos',
    'Comandas',
    'Clientes',
    'Caixa',
    'Produtos',
    'Avaliações',
    'Plano e pagamentos',
  ])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Dia', exact: true }).click()
  await checkBarbersOfDay(page)
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  await timelineOf(page, 'Tonho Valadares')
    .getByRole('button', { name: /Ana Lua/ })
    .click()
  const details = page.getByRole('dialog', { name: 'Ana Lua' })
  await checkAccessibility(page)
  await details.getByRole('button', { name: 'Aceitar' }).click()
  await expect(details).toBeHidden()
  await expect.poll(() => statusOf(scene, pending.id)).toBe('CONFIRMED')
})

test('an owner sets the weekly hours of a barber', async ({ page, backend, watch }) => {
  watch.expect(/^PUT \S+\/schedule 422$/)
  const scene = await openAlwaysOpenBarbershop(backend)
  await signInAs(page, scene.owner)
  await openPage(page, `/barber/schedule?barbeiro=${scene.shop.barberId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Horário do barbeiro')
  // Days without appointments, whatever day today is.
  const [freeDate, partDate] = [3, 4].map((days) => dateAtBarbershop(backend.now(), scene.timeZone, days)) as [
    string,
    string,
  ]
  const off = weekdayName(freeDate)
  const part = weekdayName(partDate)
  await page.getByRole('button', { name: 'Só parte dele' }).click()
  await page.getByRole('checkbox', { name: off }).press('Space')
  await expect(page.getByRole('checkbox', { name: off })).not.toBeChecked()
  await page.getByLabel(`${part}, horário 1, início`).fill('09:00')
  await page.getByLabel(`${part}, horário 1, fim`).fill('18:00')
  await page
    .getByRole('banner')
    .getByRole('link', { name: /início$/ })
    .click()
  await page.getByRole('button', { name: 'Continuar editando' }).click()
  await expect(page.getByLabel(`${part}, horário 1, fim`)).toHaveValue('18:00')
  await page.getByRole('button', { name: `Adicionar pausa em ${part}` }).click()
  await page.getByLabel(`${part}, pausa 1, início`).fill('20:00')
  await page.getByLabel(`${part}, pausa 1, fim`).fill('21:00')
  await page.getByRole('button', { name: 'Salvar horário' }).click()
  const problem = `${part}: a pausa das 20h às 21h fica fora do horário de trabalho.`
  await expect(page.getByRole('alert')).toHaveText(problem)
  await checkAccessibility(page)
  await page.getByLabel(`${part}, pausa 1, início`).fill('12:00')
  await page.getByLabel(`${part}, pausa 1, fim`).fill('13:00')
  await page.getByRole('button', { name: 'Salvar horário' }).click()
  await expect(page.getByRole('status', { name: 'Avisos' })).toContainText('Horário salvo')
  expect(await readSlots(scene, freeDate)).toEqual([])
})
