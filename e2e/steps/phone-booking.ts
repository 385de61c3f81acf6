import type { Page } from '@playwright/test'

/** Staff begin to book for a new customer who calls, in the barbershop that is always open. The time is still to be chosen. */
export async function openPhoneBooking(page: Page, { phone, name }: { phone: string; name: string }) {
  await page.getByRole('button', { name: 'Marcar para cliente' }).click()
  const dialog = page.getByRole('dialog', { name: 'Marcar horário' })
  await dialog.getByLabel('Telefone').fill(phone)
  await dialog.getByLabel('Cliente').fill(name)
  await dialog.getByRole('button', { name: /Corte na régua/ }).click()
  return dialog
}
