import { appointmentsApi } from '@na-regua/contract/appointments'
import { expect, type Page } from '@playwright/test'
import { requestApi } from './request-api.ts'

export type SelectedSlot = { barberId: string; serviceId: string; startTime: string }

/** Books the slot from another device. Returns the status: 201 if the slot was free. */
export async function bookSlot(token: string, slot: SelectedSlot) {
  const { status } = await requestApi(appointmentsApi.create, { token, body: slot })
  return status
}

/** Where the page itself is: `page.url()` follows a change that loads nothing some time later. */
export function readAddress(page: Page): Promise<string> {
  return page.evaluate(() => location.href)
}

/** Barber, service and start in the URL of the booking screen; the local time there is that of São Paulo. */
export async function readSelectedSlot(page: Page): Promise<SelectedSlot> {
  const { pathname, searchParams } = new URL(await readAddress(page))
  const [, , , , barberId = '', serviceId = ''] = pathname.split('/')
  const local = `${searchParams.get('date')}T${searchParams.get('time')}:00-03:00`
  return { barberId, serviceId, startTime: new Date(local).toISOString() }
}

/** Opens the list of barbers or services and chooses one; returns its name. */
export async function pickFromList(page: Page, list: 'Barbeiro' | 'Serviço', index: number) {
  await page.getByRole('button', { name: new RegExp(`^${list}:`) }).click()
  const dialog = page.getByRole('dialog', { name: `Escolha o ${list.toLowerCase()}` })
  // Not one of the images of the barber's work below it.
  const option = dialog.getByRole('list').first().locator('> li').nth(index).getByRole('button').first()
  const name = (await option.locator('.font-semibold').first().innerText()).trim()
  await option.click()
  await dialog.waitFor({ state: 'hidden' })
  return name
}

/** On a phone the days are in a strip, on a desktop in a calendar. */
function daysOf(page: Page, name: RegExp) {
  return page.getByRole('region', { name: /^(Horários|Barbeiro, serviço e data)$/ }).getByRole('button', { name })
}

/** Chooses a later day with at least `least` slots: how full the days of the demo are depends on today's date. */
export async function pickDay(page: Page, { after = 0, least = 8 } = {}) {
  const enough = new RegExp(`(?:^|\\D)(?:${countsFrom(least)}) horários? livres?$`)
  const days = daysOf(page, enough)
  await days.first().waitFor()
  await days.nth(Math.min(after, (await days.count()) - 1)).click()
  // The slots of the day before it are inert until those of the chosen day are there.
  await expect(page.locator('[inert]').filter({ has: page.locator('input[name=time]') })).toHaveCount(0)
}

/** A pattern of the integers from `least` to 99; a day has at most 96 slots of a quarter of an hour. */
function countsFrom(least: number) {
  return Array.from({ length: 100 - least }, (_, index) => least + index).join('|')
}

/** The slots of the selected day. */
export function slotsOf(page: Page) {
  return page.getByRole('radiogroup', { name: /^Horários livres de/ }).getByRole('radio')
}

/** On a phone the button is in the bar at the bottom. */
export function confirmButton(page: Page) {
  return page.getByRole('button', { name: 'Confirmar agendamento' }).filter({ visible: true })
}

/** What follows a booking: it is reserved until the barbershop confirms it; within two hours it is confirmed at once. */
export function resultOf(page: Page) {
  return page.getByRole('region', { name: /^Horário (reservado|confirmado)\.$/ })
}

/** On the login page: what is being booked. */
export function pendingBooking(page: Page) {
  return page.getByRole('region', { name: 'O que você está agendando' })
}

/** The summary of the booking before it is confirmed. */
export function summaryOf(page: Page) {
  return page.getByRole('region', { name: 'Confirmação' })
}
