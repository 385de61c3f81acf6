import { readFile } from 'node:fs/promises'
import { appointmentsApi } from '@na-regua/contract/appointments'
import type { Page } from '@playwright/test'
import { axeCheck } from './steps/accessibility.ts'
import {
  bookSlotAsAnother,
  confirmButton,
  pickDay,
  pickFromList,
  readWishedSlot,
  summaryOf,
  timesOf,
} from './steps/booking.ts'
import { call } from './steps/call.ts'
import { closeFilters, openFilters, openSearch, readTotal } from './steps/discovery.ts'
import { createPerson, newAddress } from './steps/people.ts'
import { readCode } from './steps/read-code.ts'
import { isPhone } from './steps/screen.ts'
import { setorBueno } from './steps/shops.ts'
import { visit } from './steps/visit.ts'
import { expect, test } from './test.ts'

/** A person who knows what to type; the rest is the machine's. */
const REGISTRATION_MS = 15_000

test.use({ geolocation: setorBueno, permissions: ['geolocation'] })
test('from the home page to an own chair, without an account and with a rival', async ({ page, world, watch }) => {
  watch.expect(/^POST \/api\/appointments\/hold 409$/)

  await test.step('finds the shop among many', async () => {
    await visit(page, '/')
    await expect(page).toHaveURL(/lat=/)
    const all = await readTotal(page)
    const filters = await openFilters(page)
    await filters.getByRole('button', { name: '4,5+ estrelas' }).click()
    await closeFilters(page)
    await expect.poll(() => readTotal(page)).toBeLessThan(all)
    await page.getByLabel('Ordenar por:').selectOption('Popularidade')
    await expect(page).toHaveURL(/sort=popularity/)
    const search = await openSearch(page)
    await search.fill('navalia de oro')
    await page.getByRole('option', { name: /Navalha de Ouro/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Navalha de Ouro')
  })

  const email = newAddress()
  await test.step('wants a time, and registers on the way without losing it', async () => {
    await page.getByRole('link', { name: 'Agendar Agora' }).filter({ visible: true }).click()
    await expect(page).toHaveURL(/\/login/)
    await page.getByRole('navigation', { name: 'Entrar ou cadastrar' }).getByRole('link', { name: 'Cadastrar' }).click()
    await axeCheck(page)
    const startedAt = Date.now()
    await register(page, email)
    await expect(page.getByText('Cadastro realizado com sucesso!')).toBeVisible({ timeout: REGISTRATION_MS })
    await expect(page).toHaveURL(/\/booking\//)
    expect(Date.now() - startedAt, 'ms from the empty form to the session').toBeLessThan(REGISTRATION_MS)
  })

  await test.step('chooses barber, service, day and time', async () => {
    const barber = await pickFromList(page, 'Barbeiro', 2)
    const service = await pickFromList(page, 'Serviço', 1)
    await pickDay(page, { after: 2 })
    await timesOf(page).nth(3).check()
    await expect(summaryOf(page)).toContainText(barber)
    await expect(summaryOf(page)).toContainText(service)
    await expect(summaryOf(page)).toContainText(/\d+ minutos/)
    await expect(summaryOf(page)).toContainText(/R\$\s\d+,\d{2}/)
    await axeCheck(page)
  })

  await test.step('is told that somebody was faster, and takes another time', async () => {
    const rival = await createPerson(world, { name: 'Rui Rápido' })
    const wished = readWishedSlot(page)
    expect(await bookSlotAsAnother(rival.token, wished)).toBe(201)
    await confirmButton(page).click()
    const lost = page.getByRole('dialog', { name: 'Esse horário já foi' })
    await expect(lost.getByRole('alert')).toHaveText(
      'Este horário acabou de ser reservado por outra pessoa. Escolha outro.',
    )
    const alternatives = lost.getByRole('listitem').getByRole('button')
    expect(await alternatives.count()).toBeGreaterThanOrEqual(2)
    await axeCheck(page)
    await alternatives.filter({ hasText: 'Mesmo barbeiro, horário próximo' }).click()
    await expect(lost).toBeHidden()
    expect(readWishedSlot(page)).not.toEqual(wished)
  })

  const slot = readWishedSlot(page)
  await test.step('proves the e-mail while the time is kept', async () => {
    await confirmButton(page).click()
    const dialog = page.getByRole('dialog', { name: 'Confirme seu e-mail' })
    await expect(dialog.getByText(/Guardamos este horário para você até \d\d:\d\d/)).toBeVisible()
    await expect(dialog.getByLabel('E-mail')).toHaveValue(email)
    await axeCheck(page)
    const latecomer = await createPerson(world, { name: 'Tarso Tarde' })
    expect(await bookSlotAsAnother(latecomer.token, slot), 'the time is held').toBe(409)
    await dialog.getByRole('button', { name: 'Enviar código' }).click()
    await expect(dialog.getByRole('button', { name: /Reenviar código em \d+ s/ })).toBeDisabled()
    await axeCheck(page)
    await dialog
      .getByRole('textbox')
      .first()
      .pressSequentially(await readCode(email), { delay: 20 })
  })

  await test.step('has the appointment, in words and as a file for the calendar', async () => {
    await expect(page).toHaveURL(/\/barbershop\/[0-9a-f-]{36}$/)
    await expect(page.getByText('Agendamento criado com sucesso!')).toBeVisible()
    const summary = page.getByRole('region', { name: 'Marcou, é seu.' })
    await expect(summary).toContainText('Navalha de Ouro')
    await axeCheck(page)
    const download = page.waitForEvent('download')
    await summary.getByRole('button', { name: 'Adicionar ao calendário' }).click()
    const event = await readFile(await (await download).path(), 'utf8')
    expect(event).toMatch(/^BEGIN:VCALENDAR\r\n/)
    expect(event).toContain(`DTSTART:${slot.startTime.replaceAll(/[-:]|\.000/g, '')}`)
    expect(event).toMatch(/\r\nLOCATION:/)
    expect(event).toContain(`${process.env.E2E_URL}/barbershop/`)
  })

  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  const id = await page.evaluate(() => history.state.usr.appointmentId as string)
  const { body } = await call(appointmentsApi.get, { params: { id }, token: String(token) })
  expect(body.appointment).toMatchObject({ status: 'SCHEDULED', startTime: slot.startTime })
})

test('a refused time leaves a verified customer with the same choices and other times', async ({
  page,
  world,
  customer,
  watch,
}) => {
  watch.expect(/^POST \/api\/appointments 409$/)
  await visit(page, '/')
  const search = await openSearch(page)
  await search.fill('dom bigode')
  await page.getByRole('option', { name: /Dom Bigode/ }).click()
  await page.getByRole('button', { name: /./ }).first().waitFor()
  await page
    .getByRole('link', { name: /^Agendar (?!Agora)/ })
    .filter({ visible: true })
    .first()
    .click()
  await expect(timesOf(page).first()).toBeVisible()
  await pickDay(page, { after: isPhone(page) ? 3 : 4 })
  await timesOf(page).nth(3).check()
  const rival = await createPerson(world)
  expect(await bookSlotAsAnother(rival.token, readWishedSlot(page))).toBe(201)
  await confirmButton(page).click()
  const lost = page.getByRole('dialog', { name: 'Esse horário já foi' })
  await lost.getByRole('listitem').getByRole('button').last().click()
  await confirmButton(page).click()
  await expect(page.getByText('Agendamento criado com sucesso!')).toBeVisible()
  await expect(page.getByRole('button', { name: `Menu de ${customer.user.name}` })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('region', { name: 'Marcou, é seu.' })).toBeVisible()
  await page.getByRole('button', { name: 'Fechar resumo do agendamento' }).click()
  await expect(page.getByRole('region', { name: 'Marcou, é seu.' })).toBeHidden()
})

async function register(page: Page, email: string) {
  await page.getByLabel('Nome').fill('Otávio Novo')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Telefone').fill('62987654321')
  await expect(page.getByLabel('Telefone')).toHaveValue('(62) 98765-4321')
  await page.getByLabel('Senha', { exact: true }).fill('tesoura-afiada-7')
  await page.getByLabel('Confirmar senha').fill('tesoura-afiada-7')
  await page.locator('altcha-widget label').click()
  await expect(page.locator('altcha-widget')).toContainText(/Verificado/i, { timeout: REGISTRATION_MS })
  await page.getByRole('button', { name: 'Cadastrar' }).click()
}
