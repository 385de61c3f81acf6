import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

test('a customer is added by hand, tagged, and found by order and tag', async ({ page, backend }) => {
  const { owner, shop } = await openAlwaysOpenBarbershop(backend)
  const zeca = await createSignedInUser(backend, { name: 'Zeca Fiel' })
  await addAppointment(backend, shop, { customerId: zeca.user.id, status: 'COMPLETED', hoursFromNow: -48 })
  await signInAs(page, owner)
  await openPage(page, '/clientes')
  await page.getByRole('button', { name: 'Novo cliente' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Novo cliente' })
  await dialog.getByRole('button', { name: 'Cadastrar' }).tap()
  await expect(dialog.getByLabel('Nome')).toHaveAttribute('aria-invalid', 'true')
  await checkAccessibility(page)
  await dialog.getByLabel('Nome').fill('Alda Recente')
  await dialog.getByLabel('Telefone').pressSequentially('62977778888')
  await dialog.getByRole('button', { name: 'Cadastrar' }).tap()
  const profile = page.getByRole('dialog', { name: 'Alda Recente' })
  await expect(profile).toContainText('(62) 97777-8888')
  await profile.getByLabel('Marcadores').fill('VIP')
  await profile.getByRole('button', { name: 'Salvar ficha' }).tap()
  await expect(profile.getByText('VIP', { exact: true })).toBeVisible()
  await profile.getByRole('button', { name: 'Fechar' }).tap()

  const rows = page.getByRole('list', { name: 'Clientes' }).getByRole('button')
  await expect(rows.first()).toContainText('Alda Recente')
  await page.getByLabel('Ordenar clientes').selectOption('Última visita')
  await expect(rows.first()).toContainText('Zeca Fiel')
  await page.getByLabel('Marcador').selectOption('VIP')
  await expect(page.getByText('1 cliente', { exact: true })).toBeVisible()
  await expect(rows.first()).toContainText('Alda Recente')
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
})
