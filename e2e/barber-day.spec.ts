import { agendasApi } from '@na-regua/contract/agendas'
import { availabilityApi } from '@na-regua/contract/availability'
import type { Page } from '@playwright/test'
import { seat } from './app/agendas.ts'
import { openLongDays, shopDay } from './app/long-days.ts'
import { axeCheck } from './steps/accessibility.ts'
import { call } from './steps/call.ts'
import { expectNoSidewaysScroll } from './steps/page-checks.ts'
import { createPerson, enterAs } from './steps/people.ts'
import { isPhone } from './steps/screen.ts'
import { visit } from './steps/visit.ts'
import { expect, test } from './test.ts'

type Scene = Awaited<ReturnType<typeof openLongDays>>

const lineOf = (page: Page, name: string) => page.getByRole('list', { name: `O dia de ${name}` })

const weekdays = ['Domingo', 'Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado']
const weekdayName = (date: string) => weekdays[new Date(`${date}T12:00Z`).getUTCDay()] ?? ''

async function slotsOf({ chair }: Scene, date: string) {
  const query = { date, serviceId: chair.serviceId }
  return (await call(availabilityApi.get, { params: { id: chair.barberId }, query })).body.slots
}

async function statusOf({ barber }: Scene, id: string) {
  const { body } = await call(agendasApi.dayOfBarber, { token: barber.token })
  // A busy machine may turn a call away; whoever waits asks again.
  return (body.chairs ?? []).flatMap(({ appointments }) => appointments).find((one) => one.id === id)?.status
}

test('a barber answers with one tap, takes it back, and seats who walks in', async ({ page, world, watch }) => {
  watch.expect(/^POST \/api\/appointments\/walk-in 409$/)
  const scene = await openLongDays(world)
  const [ana, beto] = [
    await createPerson(world, { name: 'Ana Lua', phone: '62900005555' }),
    await createPerson(world, { name: 'Beto Sol' }),
  ]
  await seat(world, scene.chair, { customerId: ana.user.id, status: 'CONFIRMED', hoursFromNow: 0.75 })
  const request = await seat(world, scene.chair, { customerId: beto.user.id, status: 'SCHEDULED', hoursFromNow: 3 })
  const asked: string[] = []
  page.on('request', (made) => made.method() === 'PATCH' && asked.push(made.url()))
  await enterAs(page, scene.barber)

  await visit(page, '/barber/appointments')
  const next = page.getByRole('region', { name: 'Próximo cliente' })
  await expect(next).toContainText('Ana Lua')
  await expect(next).toContainText(/em \d+ min/)
  await expect(next.getByRole('link', { name: /WhatsApp de Ana Lua/ })).toHaveAttribute(
    'href',
    'https://wa.me/5562900005555',
  )
  await expect(lineOf(page, 'Tonho Valadares')).toContainText('Beto Sol')
  await axeCheck(page)
  await expectNoSidewaysScroll(page)

  const waiting = page.getByRole('region', { name: /Esperando sua resposta/ })
  await waiting.getByRole('button', { name: 'Aceitar' }).click()
  await expect(page.getByRole('status', { name: 'Avisos' })).toContainText('Beto Sol: aceito')
  await waiting.getByRole('button', { name: 'Desfazer' }).click()
  await expect(waiting.getByRole('button', { name: 'Aceitar' })).toBeVisible()
  expect(asked).toEqual([])
  await expect.poll(() => statusOf(scene, request.id)).toBe('SCHEDULED')

  // Whoever leaves has decided: it is sent at once, and once.
  await waiting.getByRole('button', { name: 'Aceitar' }).click()
  await page.getByRole('button', { name: 'Lista' }).click()
  await expect.poll(() => statusOf(scene, request.id)).toBe('CONFIRMED')
  expect(asked).toHaveLength(1)
  await page.getByRole('group', { name: 'Como ver' }).getByRole('button', { name: 'Hoje' }).click()

  await page.getByRole('button', { name: 'Encaixar agora' }).click()
  const dialog = page.getByRole('dialog', { name: 'Encaixar agora' })
  await dialog.getByRole('button', { name: /Corte na régua/ }).click()
  await axeCheck(page)
  await dialog.getByRole('button', { name: 'Confirmar encaixe' }).click()
  await expect(page.getByRole('status', { name: 'Avisos' })).toContainText('Encaixado às')
  await expect(page.getByRole('region', { name: 'Na cadeira' })).toContainText('Corte na régua')

  // The chair is taken now: the next free time is offered instead.
  await page.getByRole('button', { name: 'Encaixar agora' }).click()
  await dialog.getByRole('button', { name: /Barba/ }).click()
  await dialog.getByLabel('Nome do cliente (opcional)').fill('Seu Zé')
  await dialog.getByRole('button', { name: 'Confirmar encaixe' }).click()
  await expect(dialog.getByRole('alert')).toContainText('O próximo espaço é às')
  await dialog.getByRole('button', { name: /^Encaixar às/ }).click()
  await expect(dialog).toBeHidden()
  await expect(lineOf(page, 'Tonho Valadares')).toContainText('Seu Zé')
})

test('a long list of requests folds above the line on a phone', { tag: '@phone' }, async ({ page, world }) => {
  const scene = await openLongDays(world)
  for (const [place, name] of ['Ana', 'Bia', 'Caio', 'Duda', 'Enzo', 'Fabi'].entries()) {
    const { user } = await createPerson(world, { name: `${name} da Silva` })
    await seat(world, scene.chair, { customerId: user.id, status: 'SCHEDULED', hoursFromNow: 1 + place * 0.5 })
  }
  await enterAs(page, scene.barber)
  await visit(page, '/barber/appointments')
  // The first of them is who comes next, and stands above.
  const waiting = page.getByRole('region', { name: 'Esperando sua resposta 5' })
  await expect(waiting.getByRole('listitem')).toHaveCount(3)
  await waiting.getByRole('button', { name: 'Ver mais 2' }).click()
  await expect(waiting.getByRole('listitem')).toHaveCount(5)
  await expect(waiting.getByRole('listitem').nth(3)).toBeFocused()
  await axeCheck(page)
})

test('time off closes the day for customers, and who is booked there is listed, not lost', async ({
  page,
  world,
  watch,
}) => {
  watch.expect(/^POST \S+\/time-off 409$/)
  const scene = await openLongDays(world)
  const carla = await createPerson(world, { name: 'Carla Rios', phone: '62900006666' })
  const booked = await seat(world, scene.chair, { customerId: carla.user.id, status: 'CONFIRMED', hoursFromNow: 26 })
  const tomorrow = shopDay(world.now(), scene.timeZone, 1)
  expect((await slotsOf(scene, tomorrow)).length).toBeGreaterThan(10)
  await enterAs(page, scene.barber)

  await visit(page, '/barber/appointments')
  await page.getByRole('link', { name: 'Meu horário' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meu horário')
  await page.getByRole('button', { name: 'Nova folga' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nova folga' })
  await dialog.getByLabel('De', { exact: true }).fill(tomorrow)
  await dialog.getByLabel('Até').fill(tomorrow)
  await dialog.getByLabel('Motivo (opcional)').fill('Dentista')
  await axeCheck(page)
  await dialog.getByRole('button', { name: 'Marcar folga' }).click()

  const conflict = page.getByRole('dialog', { name: 'Há um agendamento nesse tempo' })
  await expect(conflict).toContainText('Carla Rios')
  expect((await slotsOf(scene, tomorrow)).length).toBeGreaterThan(10)
  await axeCheck(page)
  await conflict.getByRole('button', { name: 'Manter o agendamento e salvar' }).click()
  await expect(page.getByRole('region', { name: 'Folgas' })).toContainText('Dentista')
  expect(await slotsOf(scene, tomorrow)).toEqual([])

  const left = page.getByRole('region', { name: 'Marcados fora do horário' })
  await expect(left).toContainText('Carla Rios')
  await axeCheck(page)
  await expectNoSidewaysScroll(page)
  await left.getByRole('link', { name: /Ver no dia.*Carla Rios/ }).click()
  const line = lineOf(page, 'Tonho Valadares')
  await expect(line).toContainText('Folga: Dentista')
  await expect(line.getByRole('button', { name: /Encaixar/ })).toHaveCount(0)
  await expect(line.getByRole('button', { name: /Carla Rios/ })).toBeVisible()
  expect(booked.id).toBeTruthy()

  await page.goBack()
  await page.getByRole('button', { name: /Desmarcar folga/ }).click()
  await expect(page.getByText('Nenhuma folga marcada.')).toBeVisible()
  await expect.poll(async () => (await slotsOf(scene, tomorrow)).length).toBeGreaterThan(10)
})

test('an owner sees every chair of the day, answers there, and sets a week', async ({ page, world, watch }) => {
  watch.expect(/^PUT \S+\/schedule 422$/)
  const scene = await openLongDays(world)
  const ana = await createPerson(world, { name: 'Ana Lua' })
  const request = await seat(world, scene.chair, { customerId: ana.user.id, status: 'SCHEDULED', hoursFromNow: 3 })
  await enterAs(page, scene.owner)

  await visit(page, '/admin/appointments')
  await page.getByRole('button', { name: 'Dia', exact: true }).click()
  if (isPhone(page)) {
    await expect(page.getByRole('combobox', { name: 'Barbeiro' })).toContainText('Lia Fontes')
  } else {
    await expect(page.getByRole('region', { name: 'Lia Fontes' })).toBeVisible()
  }
  await axeCheck(page)
  await expectNoSidewaysScroll(page)
  await lineOf(page, 'Tonho Valadares')
    .getByRole('button', { name: /Ana Lua/ })
    .click()
  const details = page.getByRole('dialog', { name: 'Ana Lua' })
  await axeCheck(page)
  await details.getByRole('button', { name: 'Aceitar' }).click()
  await expect(details).toBeHidden()
  await expect.poll(() => statusOf(scene, request.id)).toBe('CONFIRMED')

  await visit(page, `/barber/schedule?barbeiro=${scene.chair.barberId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Horário do barbeiro')
  // Days on which nobody is booked, whatever day it is.
  const [free, short] = [3, 4].map((days) => shopDay(world.now(), scene.timeZone, days)) as [string, string]
  const [off, part] = [weekdayName(free), weekdayName(short)]
  await page.getByRole('button', { name: 'Só parte dele' }).click()
  await page.getByRole('checkbox', { name: off }).press('Space')
  await expect(page.getByRole('checkbox', { name: off })).not.toBeChecked()
  await page.getByLabel(`${part}, horário 1, início`).fill('09:00')
  await page.getByLabel(`${part}, horário 1, fim`).fill('18:00')
  await page.getByRole('button', { name: `Adicionar pausa em ${part}` }).click()
  await page.getByLabel(`${part}, pausa 1, início`).fill('20:00')
  await page.getByLabel(`${part}, pausa 1, fim`).fill('21:00')
  await page.getByRole('button', { name: 'Salvar horário' }).click()
  const problem = `${part}: a pausa das 20h às 21h fica fora do horário de trabalho.`
  await expect(page.getByRole('alert')).toHaveText(problem)
  await axeCheck(page)
  await page.getByLabel(`${part}, pausa 1, início`).fill('12:00')
  await page.getByLabel(`${part}, pausa 1, fim`).fill('13:00')
  await page.getByRole('button', { name: 'Salvar horário' }).click()
  await expect(page.getByRole('status', { name: 'Avisos' })).toContainText('Horário salvo')
  expect(await slotsOf(scene, free)).toEqual([])
})
