import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

test('the owner lets a barber see the agenda of all, who then opens it', { tag: '@desktop' }, async ({
  page,
  backend,
}) => {
  const { owner, barber } = await openAlwaysOpenBarbershop(backend)
  await signInAs(page, barber)
  await openPage(page, '/admin/appointments')
  await expect(page).toHaveURL('/')

  await signInAs(page, owner)
  await openPage(page, '/admin?aba=barbeiros')
  await expect(page.getByRole('heading', { name: 'Permissões' })).toBeVisible()
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Mudar permissões de Tonho Valadares' }).click()
  const dialog = page.getByRole('dialog', { name: 'O que Tonho Valadares pode fazer' })
  await expect(dialog.getByRole('button', { name: 'Barbeiro', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await checkAccessibility(page)
  await dialog.getByRole('checkbox', { name: /^Agenda de todos/ }).check()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Permissões de Tonho Valadares salvas')).toBeVisible()
  await expect(page.getByText('Barbeiro, sob medida')).toBeVisible()

  await signInAs(page, barber)
  await openPage(page, '/barber/appointments')
  await page.getByRole('button', { name: /^Menu de / }).click()
  await page.getByRole('link', { name: 'Agendamentos', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Agendamentos das Minhas Barbearias')
})
