import { randomUUID } from 'node:crypto'
import { visitsApi } from '@na-regua/contract/visits'
import { createSubscription } from '../server/test/factories.ts'
import { naming, writeOfx } from '../server/test/statement-scene.ts'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import type { Backend } from './app/backend.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { requestApi } from './steps/request-api.ts'
import { signInAs } from './steps/users.ts'
import { expect, test } from './test.ts'

async function openScene(backend: Backend) {
  const scene = await openAlwaysOpenBarbershop(backend)
  const { owner, shop, timeZone } = scene
  await createSubscription({ db: backend.db, clock: backend }, owner.user.id, { tier: 'premium', provider: 'free' })

  /** Closes a visit that is paid by Pix; returns the id of the payment. */
  async function sell(cents: number, customerName: string) {
    const paymentId = randomUUID()
    const { status } = await requestApi(visitsApi.close, {
      token: owner.token,
      params: { id: randomUUID() },
      body: {
        barbershopId: shop.id,
        customerName,
        lines: [{ kind: 'service', name: 'Corte', unitCents: cents }],
        payments: [{ id: paymentId, method: 'pix', amountCents: cents }],
      },
    })
    expect(status).toBe(200)
    return paymentId
  }

  const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(backend.now())
  return { owner, shop, sell, today }
}

test('the owner saves the Pix key, shows a code, and checks what arrived with the statement', {
  tag: '@desktop',
}, async ({ page, backend, watch }) => {
  watch.expect(/^(PUT \S+\/pix|POST \S+\/statements) 422$/)
  const { owner, shop, sell, today } = await openScene(backend)
  await signInAs(page, owner)
  await openPage(page, '/admin')
  await page.getByRole('button', { name: `Pix de ${shop.name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Pix' })
  await dialog.getByRole('button', { name: 'E-mail' }).click()
  await dialog.getByLabel('Chave', { exact: true }).fill('123.456.789-09')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog).toContainText('Esta chave Pix não confere')
  await dialog.getByLabel('Chave', { exact: true }).fill('Caixa@Barbearia.com.br')
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Chave Pix salva')).toBeVisible()

  const named = await sell(5000, 'Ana Lima')
  const differing = await sell(4500, 'Bruno Reis')
  await sell(3000, 'Caio Prado')
  await sell(2000, 'Davi Melo')
  await openPage(page, '/financeiro/conferencia')
  const waiting = page.getByRole('region', { name: 'Aguardando conferência' })
  await expect(waiting.getByRole('listitem')).toHaveCount(4)
  await waiting.getByRole('button', { name: /^QR code de R\$\s50,00/ }).click()
  const code = page.getByRole('dialog', { name: 'Pix' })
  await expect(code.getByRole('img', { name: 'QR code do Pix' })).toBeVisible()
  await expect(code.getByLabel('Pix copia e cola')).toHaveValue(
    /^000201.*br\.gov\.bcb\.pix0122caixa@barbearia\.com\.br.*540550\.00/,
  )
  await expect(code).toContainText('não é pagamento')
  await checkAccessibility(page)
  await page.evaluate(() => {
    window.print = () => {}
  })
  await code.getByRole('button', { name: 'Imprimir' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: /^Pix de R\$\s50,00/ })).toBeVisible()
  await expect(code).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('Escape')
  await waiting.getByRole('button', { name: /^Recebi R\$\s20,00/ }).click()
  await expect(waiting.getByRole('listitem')).toHaveCount(3)

  const file = writeOfx(
    [
      { cents: 5000, text: naming(named) },
      { cents: 4400, text: naming(differing) },
      { cents: 3000, text: 'PIX RECEBIDO CAIO' },
      { cents: 90_000, text: 'PIX DE UM AMIGO' },
    ],
    { first: today, last: today },
  )
  const upload = page.getByLabel('Importar extrato')
  await upload.setInputFiles({ name: 'foto.csv', mimeType: 'text/csv', buffer: Buffer.from('Nome;Celular\nAna;1') })
  await expect(page.getByText('Não encontramos as colunas de data e valor.')).toBeVisible()
  await upload.setInputFiles({ name: 'extrato.ofx', mimeType: 'text/plain', buffer: Buffer.from(file) })
  await expect(page.getByText('4 Pix novos. 1 conferido pelo código.')).toBeVisible()
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  await page
    .getByRole('region', { name: 'Valor diferente' })
    .getByRole('button', { name: /^Aceitar R\$\s44,00/ })
    .click()
  await expect(page.getByRole('region', { name: 'Valor diferente' })).toBeHidden()
  const unknown = page.getByRole('region', { name: 'Chegou e não tem comanda' })
  await unknown.getByRole('button', { name: /^É Comanda \d+ · Caio Prado/ }).click()
  await expect(unknown.getByRole('listitem')).toHaveCount(1)
  await unknown.getByRole('button', { name: /não é de comanda/ }).click()
  await expect(page.getByText('Tudo confere')).toBeVisible()
  await expect(waiting.getByText('Nenhum Pix espera conferência.')).toBeVisible()
})
