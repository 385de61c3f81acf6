import { checkAccessibility } from './steps/accessibility.ts'
import { openPage } from './steps/open-page.ts'
import { createOwnBarbershop, createOwnerWithPlan } from './steps/owners.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

const file = [
  'Contato;Celular;Obs;E-mail;Nascimento',
  'Ana Importada;(62) 97777-0101;Máquina 2;ana@exemplo.com.br;24/08/1997',
  'Rui Importado;97777-0102;;;sábado',
  'Sem Fone;;;;',
]

test('an owner imports customers after a dry run, and takes it back', async ({ page, backend }) => {
  const owner = await createOwnerWithPlan(backend)
  const { id } = await createOwnBarbershop(owner.token, 'Barbearia da Mudança')
  await backend.db.updateTable('barbershops').set({ phone: '6232320000' }).where('id', '=', id).execute()
  await signInAs(page, owner)
  await openPage(page, '/clientes')
  await page.getByRole('link', { name: 'Importar' }).click()
  await expect(page).toHaveURL(/\/clientes\/importar/)
  const buffer = Buffer.from(file.join('\r\n'), 'latin1')
  await page.getByLabel('Escolher arquivo').setInputFiles({ name: 'agenda.csv', mimeType: 'text/csv', buffer })

  await expect(page.getByRole('heading', { name: /O que tem em cada coluna/ })).toBeFocused()
  await page.getByLabel('A coluna Contato tem').selectOption('Nome')
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Conferir' }).click()

  await expect(page.getByRole('heading', { name: /Confira antes de importar/ })).toBeFocused()
  await expect(page.getByRole('list', { name: 'O que não entra' })).toContainText('Linha 4')
  await expect(page.getByText('Nada foi importado ainda.')).toBeVisible()
  await expect(page.getByText('Ana Importada, (62) 97777-0101, ana@exemplo.com.br, 24/08')).toBeVisible()
  await expect(page.getByText('Aniversário inválido: o cliente entra sem ele (linha 3).')).toBeVisible()
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Importar 2 clientes' }).click()

  await expect(page.getByRole('heading', { name: 'Importação pronta' })).toBeVisible()
  await openPage(page, '/clientes')
  await page.getByRole('button', { name: /Ana Importada/ }).click()
  await expect(page.getByLabel('E-mail')).toHaveValue('ana@exemplo.com.br')
  await expect(page.getByLabel('Aniversário')).toHaveValue('24/08')
  await expectNoHorizontalScroll(page)
  await openPage(page, '/clientes/importar')
  await page.getByRole('button', { name: 'Ver a importação agenda.csv' }).click()
  await page.getByRole('button', { name: 'Desfazer importação' }).click()
  await page.getByRole('button', { name: 'Sim, desfazer' }).click()
  await expect(page.getByRole('heading', { name: 'Importação desfeita' })).toBeVisible()
  await expect(page.getByText('2 registros removidos.')).toBeVisible()
})

/** A series in a zone of Windows with a rule that no import reads, and a holiday. */
const calendar = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'UID:1',
  'DTSTART;TZID=E. South America Standard Time:20991201T100000',
  'DTEND;TZID=E. South America Standard Time:20991201T103000',
  'RRULE:FREQ=HOURLY',
  'SUMMARY:Corte - Bruno',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:2',
  'DTSTART;VALUE=DATE:20991225',
  'SUMMARY:Natal',
  'END:VEVENT',
  'END:VCALENDAR',
]

test('the problems of a calendar name their events, with local times', async ({ page, backend }) => {
  const owner = await createOwnerWithPlan(backend)
  await createOwnBarbershop(owner.token, 'Barbearia do Calendário')
  await signInAs(page, owner)
  await openPage(page, '/clientes/importar')
  await page.getByText('Agendamentos', { exact: true }).click()
  const buffer = Buffer.from(calendar.join('\r\n'))
  await page.getByLabel('Escolher arquivo').setInputFiles({ name: 'agenda.ics', mimeType: 'text/calendar', buffer })

  await expect(page.getByText('agenda.ics, 2 eventos')).toBeVisible()
  await page.getByRole('button', { name: 'Conferir' }).click()
  const problems = page.getByRole('list', { name: 'O que não entra' })
  await expect(problems).toContainText('Corte - Bruno, 01/12 10:00')
  await expect(problems).toContainText('Natal, 25/12')
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
})
