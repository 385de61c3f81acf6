import { appointmentsApi } from '@na-regua/contract/appointments'
import type { Page } from '@playwright/test'
import { call } from './call.ts'

export type Slot = { barberId: string; serviceId: string; startTime: string }

/** Another person's device takes a time. Answers the status: 201 when it was still free. */
export async function bookSlotAsAnother(token: string, slot: Slot) {
  const { status } = await call(appointmentsApi.create, { token, body: slot })
  return status
}

/** Which barber, service, day and time the address of the booking screen says, as the instant that it means in Brazil's east. */
export function readWishedSlot(page: Page): Slot {
  const { pathname, searchParams } = new URL(page.url())
  const [, , , , barberId = '', serviceId = ''] = pathname.split('/')
  const local = `${searchParams.get('date')}T${searchParams.get('time')}:00-03:00`
  return { barberId, serviceId, startTime: new Date(local).toISOString() }
}

/** Opens the list of barbers or services and takes one of it; answers its name. */
export async function pickFromList(page: Page, list: 'Barbeiro' | 'Serviço', index: number) {
  await page.getByRole('button', { name: new RegExp(`^${list}:`) }).click()
  const dialog = page.getByRole('dialog', { name: `Escolha o ${list.toLowerCase()}` })
  const option = dialog.getByRole('listitem').nth(index).getByRole('button')
  const name = (await option.locator('.font-semibold').first().innerText()).trim()
  await option.click()
  await dialog.waitFor({ state: 'hidden' })
  return name
}

/** A later day with at least so many free times, of those that the screen shows side by side: how full a day is, its date decides. */
export async function pickDay(page: Page, { after = 0, least = 8 } = {}) {
  const enough = new RegExp(`(?:^|\\D)(?:${countsFrom(least)}) horários? livres?$`)
  const days = page.getByRole('group', { name: 'Dia' }).getByRole('button', { name: enough })
  await days.first().waitFor()
  await days.nth(Math.min(after, (await days.count()) - 1)).click()
}

/** A pattern of the whole numbers from `least` on; a day has no hundred quarters of an hour. */
function countsFrom(least: number) {
  return Array.from({ length: 100 - least }, (_, index) => least + index).join('|')
}

/** The chosen times of the day that is shown. */
export function timesOf(page: Page) {
  return page.getByRole('radiogroup', { name: /^Horários livres de/ }).getByRole('radio')
}

/** The one button of the screen: on a phone it stands in the bar at the bottom. */
export function confirmButton(page: Page) {
  return page.getByRole('button', { name: 'Confirmar agendamento' }).filter({ visible: true })
}

/** What is about to be booked, in words. */
export function summaryOf(page: Page) {
  return page.getByRole('region', { name: 'Confirmação' })
}
