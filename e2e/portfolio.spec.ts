import { reviewsApi } from '@na-regua/contract/reviews'
import type { Page } from '@playwright/test'
import { testImage } from '../server/test/test-image.ts'
import { openBarbershopsWithPlan } from './app/barbershops-with-plan.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { findDemoBarbershop } from './steps/demo-barbershop.ts'
import { openPage } from './steps/open-page.ts'
import { requestApi } from './steps/request-api.ts'
import { forgetSession, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

const image = { name: 'corte.png', mimeType: 'image/png', buffer: testImage }

/** A finger that moves to the left across the middle of the screen. The browser scrolls. */
async function swipeLeft(page: Page) {
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: number[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: at.map((x) => ({ x, y: 400 })) })
  await touch('touchStart', 300)
  for (const x of [260, 200, 120, 60]) await touch('touchMove', x)
  await touch('touchEnd')
  await client.detach()
}

test('a barber shows their work, and customers see it full screen by swipe and keys', async ({ page, backend }) => {
  const { barber, first } = await openBarbershopsWithPlan(backend, 'professional')
  await signInAs(page, barber)
  await openPage(page, `/barber/schedule?barbeiro=${first.barberId}`)
  await page.getByRole('button', { name: 'Fotos e Instagram' }).click()
  const editing = page.getByRole('dialog', { name: `Trabalhos de ${barber.user.name}` })
  await editing.getByLabel('Adicionar fotos: arquivo').setInputFiles([image, image, image])
  await expect(editing.getByText('3 de 30 fotos')).toBeVisible()
  await editing.getByLabel('Serviço da imagem 3').selectOption('Corte na régua')
  await editing.getByRole('button', { name: 'Mover imagem 3 para a esquerda' }).click()
  await editing.getByRole('button', { name: 'Remover imagem 3' }).click()
  const instagram = editing.getByLabel('Instagram')
  await instagram.fill('https://www.instagram.com/p/C1a2B3/')
  await instagram.blur()
  await expect(editing.getByText(/^Escreva só o usuário do Instagram/)).toBeVisible()
  await expect(editing.getByRole('button', { name: 'Salvar' })).toBeDisabled()
  await instagram.fill('@Tonho.Cortes')
  await expect(editing.getByText('Abre instagram.com/tonho.cortes')).toBeVisible()
  await checkAccessibility(page)
  await editing.getByRole('button', { name: 'Salvar' }).click()
  await expect(editing).toBeHidden()

  await forgetSession(page)
  await openPage(page, `/barbershop/${first.id}?aba=barbeiros`)
  const account = page.getByRole('link', { name: '@tonho.cortes (abre em nova aba)' })
  await expect(account).toHaveAttribute('href', 'https://www.instagram.com/tonho.cortes/')
  await expect(account).toHaveAttribute('rel', /nofollow/)
  const works = page.getByRole('list', { name: `Trabalhos de ${barber.user.name}` })
  await expect(works.getByRole('button')).toHaveCount(2)
  await works.getByRole('button', { name: 'Ampliar foto 1 de 2', exact: true }).click()
  const viewer = page.getByRole('dialog', { name: `Trabalhos de ${barber.user.name}` })
  await expect(viewer).toContainText('1 de 2')
  await expect(viewer.getByRole('img').first()).toBeInViewport()
  await checkAccessibility(page)
  await swipeLeft(page)
  await expect(viewer).toContainText('2 de 2')
  await expect(viewer).toContainText('Corte na régua')
  await expect(viewer.getByRole('link', { name: /^Agendar Corte na régua com/ })).toHaveAttribute(
    'href',
    `/barbershop/${first.id}/booking/${first.barberId}/${first.serviceId}`,
  )
  await page.keyboard.press('ArrowLeft')
  await expect(viewer).toContainText('1 de 2')
  for (const _ of [1, 2, 3, 4]) await page.keyboard.press('Tab')
  expect(await viewer.evaluate((dialog) => dialog.contains(document.activeElement)), 'focus stays inside').toBe(true)
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(works.getByRole('button').first()).toBeFocused()
})

test('the bars of the histogram filter the reviews, and more of them are shown at once', async ({ page }) => {
  const shop = await findDemoBarbershop()
  const { body } = await requestApi(reviewsApi.list, { params: { id: shop.id }, query: { page: 1, perPage: 10 } })
  await openPage(page, `/barbershop/${shop.id}?aba=avaliacoes`)
  const articles = page.getByRole('tabpanel').getByRole('article')
  await expect(articles).toHaveCount(5)
  await page.getByRole('button', { name: 'Ver mais avaliações' }).click()
  await expect(articles).toHaveCount(10)
  await expect(articles.nth(5)).toBeFocused()

  const fours = body.histogram.find(({ rating }) => rating === 4)?.count ?? 0
  await page.getByRole('button', { name: `4 estrelas: ${fours} ` }).click()
  await expect(page.getByText(`${fours} avaliações com esse filtro`)).toBeVisible()
  await expect(articles.getByRole('img', { name: '5 de 5 estrelas' })).toHaveCount(0)
  await expect(articles.getByRole('img', { name: '4 de 5 estrelas' })).toHaveCount(Math.min(10, fours))
  await checkAccessibility(page)

  const barber = shop.barbers.find(({ reviewCount }) => reviewCount > 0)
  await page.getByLabel('Avaliações de').selectOption(String(barber?.id))
  await expect(page.getByText(`${barber?.reviewCount} avaliações com esse filtro`)).toBeVisible()
  await expect(articles.filter({ hasText: ` com ${barber?.name}` })).toHaveCount(Math.min(10, barber?.reviewCount ?? 0))
})
