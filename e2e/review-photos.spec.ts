import { reviewPhotosApi } from '@na-regua/contract/review-photos'
import { reviewsApi } from '@na-regua/contract/reviews'
import { testImage } from '../server/test/test-image.ts'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import { addAppointment } from './app/appointments.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { readFromEmail } from './steps/read-email.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

const image = { name: 'corte.png', mimeType: 'image/png', buffer: testImage }

test('an author shows photos with consent, two accounts report one, and the moderators decide @desktop', async ({
  page,
  backend,
  customer,
}) => {
  const { shop } = await openAlwaysOpenBarbershop(backend)
  const visit = { customerId: customer.user.id, status: 'COMPLETED', hoursFromNow: -30 } as const
  const { id: appointmentId } = await addAppointment(backend, shop, visit)
  const review = { appointmentId, rating: 5, comment: 'Ficou na régua.' }
  await requestApi(reviewsApi.create, { token: customer.token, body: review })
  const shopPath = `/barbershop/${shop.id}?aba=avaliacoes`

  await openPage(page, '/customer/appointments')
  await page.getByRole('button', { name: 'Fotos da avaliação' }).click()
  const own = page.getByRole('dialog', { name: 'Fotos da sua avaliação' })
  await expect(own.getByRole('button', { name: 'Adicionar fotos', exact: true }), 'without consent').toBeDisabled()
  await own.getByLabel('Aceito que as fotos apareçam na página da barbearia').check()
  await own.getByLabel('Adicionar fotos: arquivo').setInputFiles([image, image])
  await expect(own.getByText('2 de 3 fotos')).toBeVisible()
  await checkAccessibility(page)
  await own.getByRole('button', { name: 'Tirar foto 2' }).click()
  await expect(own.getByText('1 de 3 fotos')).toBeVisible()

  const [first, second] = [
    await createSignedInUser(backend, { name: 'Rita Fiscal' }),
    await createSignedInUser(backend, { name: 'Caio Atento' }),
  ]
  await signInAs(page, first)
  await openPage(page, shopPath)
  const photos = page.getByRole('list', { name: 'Fotos de Joana P.' })
  await photos.getByRole('button', { name: 'Ampliar foto 1 de 1' }).click()
  const viewer = page.getByRole('dialog', { name: 'Fotos de Joana P.' })
  await expect(viewer.getByRole('img', { name: 'Foto 1' })).toBeInViewport()
  await checkAccessibility(page)
  await viewer.getByRole('button', { name: 'Denunciar foto' }).click()
  const report = page.getByRole('dialog', { name: 'Denunciar foto' })
  await report.getByLabel('O que há de errado com a foto?').fill('Aparece outra pessoa')
  await checkAccessibility(page)
  await report.getByRole('button', { name: 'Enviar denúncia' }).click()
  await expect(page.getByText('Denúncia enviada')).toBeVisible()
  await expect(photos, 'one report hides nothing').toBeVisible()

  const { body } = await requestApi(reviewPhotosApi.listOwn, { params: { id: appointmentId }, token: customer.token })
  const params = { id: String(body.photos[0]?.id) }
  await requestApi(reviewPhotosApi.report, { params, token: second.token, body: { reason: 'Não é daqui' } })
  await openPage(page, shopPath)
  await expect(page.getByText('Ficou na régua.')).toBeVisible()
  await expect(photos).toBeHidden()

  const link = await readFromEmail('contato@naregua.test', new RegExp(`/moderacao#${params.id}\\.[\\w-]{43}`))
  await openPage(page, link)
  await expect(page.getByRole('heading', { name: 'Foto denunciada' })).toBeVisible()
  await expect(page.getByText('Aparece outra pessoa')).toBeVisible()
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Manter a foto' }).click()
  await expect(page.getByRole('heading', { name: 'A foto fica' })).toBeVisible()
  await openPage(page, shopPath)
  await expect(photos).toBeVisible()

  await openPage(page, link)
  await page.getByRole('button', { name: 'Tirar a foto' }).click()
  await expect(page.getByRole('heading', { name: 'A foto foi tirada' })).toBeVisible()
  await openPage(page, shopPath)
  await expect(page.getByText('Ficou na régua.')).toBeVisible()
  await expect(photos).toBeHidden()
})
