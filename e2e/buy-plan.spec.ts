import { testCards } from '@na-regua/contract/payments'
import { plansApi } from '@na-regua/contract/plans'
import type { Page } from '@playwright/test'
import { noNetwork } from './offline-test.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { pasteCopiedText } from './steps/clipboard.ts'
import { disconnectPages } from './steps/disconnect.ts'
import { holdTimers } from './steps/hold-timers.ts'
import { logIn } from './steps/log-in.ts'
import { openPage, reloadPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { buyPlan, getTestPlan, payOnAnotherDevice, payWithCard, testPassword } from './steps/payments.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, signInAs } from './steps/users.ts'
import { expect, test, testAsCustomer } from './test.ts'

const confirmed = (page: Page) => page.getByRole('heading', { name: 'Pagamento confirmado!' })
const banner = (page: Page) => page.getByRole('region', { name: 'Seu plano' })
/** A confirmed payment is shown for so long. */
const REDIRECT_MS = 6_000
/** The timer of a payment from this number of seconds on: a busy machine does not see each of its texts. */
const since = (seconds: number) => new RegExp(`^(0:(0[${seconds}-9]|[1-5]\\d)|[1-9]:\\d\\d)$`)
const sessionOf = (page: Page) => new URL(page.url()).searchParams.get('session_id') as string

// A payment ends every session of the customer: requests of pages that are still open are refused then.
test.beforeEach(({ watch }) => watch.expect(/ 401$/))

test('a customer buys a month by card, logs in again and finds the plan, the payment and the receipt [1.4, 2.78, 2.81, 2.85, 4.23, 6.6]', async ({
  page,
  backend,
}) => {
  const buyer = await createSignedInUser(backend, { name: 'Zélia Nunes', password: testPassword })
  await signInAs(page, buyer)
  await openPage(page, '/become-owner')
  await page.getByRole('button', { name: 'Selecionar Profissional' }).click()
  await expect(page).toHaveURL(/\/checkout\?planId=/)
  const summary = page.getByRole('region', { name: 'Resumo do pedido' })
  await expect(summary).toContainText('Plano Profissional')
  await expect(summary.getByText('R$ 79,90')).toHaveCount(3)
  await page.getByRole('button', { name: 'Pagar R$ 79,90' }).click()
  await expect(page.getByLabel('Número do cartão')).toBeFocused()
  await expect(page.getByText('Informe o número do cartão.')).toBeVisible()
  await page.getByLabel('Número do cartão').pressSequentially('4242424242424241')
  await expect(page.getByLabel('Número do cartão')).toHaveValue('4242 4242 4242 4241')
  await page.getByRole('button', { name: 'Pagar R$ 79,90' }).click()
  await expect(page.getByText('Confira o número do cartão.')).toBeVisible()
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)

  await payWithCard(page, testCards.declined)
  await expect(page.getByText('Cartão recusado. Confira os dados ou tente outro cartão.')).toBeVisible()
  await payWithCard(page, testCards.succeeds)
  await expect(confirmed(page)).toBeVisible()
  // Redirected after six seconds.
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('Entre de novo para criar a sua barbearia.')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(buyer.email)
  await logIn(page, { email: buyer.email, password: testPassword })
  await closeFirstWizard(page)
  await expect(banner(page)).toContainText('Plano Profissional')
  await expect(banner(page)).toContainText(/Renova em \d\d\/\d\d\/\d{4}/)

  await banner(page).getByRole('link', { name: 'Pagamentos' }).click()
  const payments = page.getByRole('list', { name: 'Pagamentos' }).getByRole('listitem')
  await expect(payments).toHaveCount(1)
  await expect(payments).toContainText(/Plano Profissional mensal.*Cartão.*R\$\s79,90.*Pago/)
  await checkAccessibility(page)
  await page.getByRole('link', { name: /^Recibo de/ }).click()
  await expect(page.getByRole('article')).toContainText('Recebemos de Zélia Nunes o valor de R$ 79,90')
  await checkAccessibility(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button', { name: /^Imprimir/ })).toBeHidden()
})

test('an owner upgrades with credit for the unused days, reads that a rest is kept, and cancels with a refund [1.6, 2.87, 4.20, 4.23]', async ({
  page,
  backend,
  watch,
}) => {
  const buyer = await createSignedInUser(backend, { name: 'Zélia Nunes', password: testPassword })
  await signInAs(page, await buyPlan(backend, buyer, 'professional'))
  await openPage(page, '/admin')
  // The line of the plan is the last of the page and moves until its bill is there: a tap would hit what it no longer is.
  await expect(banner(page).getByRole('button', { name: 'Cancelar' })).toBeVisible()
  await banner(page).getByRole('link', { name: 'Upgrade' }).click()
  await expect(page.getByRole('button', { name: 'Seu plano atual' })).toBeDisabled()
  await page.getByRole('button', { name: 'Selecionar Premium' }).click()
  const summary = page.getByRole('region', { name: 'Resumo do pedido' })
  await expect(summary).toContainText(/Crédito do plano atual−\sR\$/)
  await holdTimers(page, REDIRECT_MS)
  await payWithCard(page, testCards.succeeds)
  await expect(confirmed(page)).toBeVisible()
  await expect(page.getByText('O novo plano já vale.')).toBeVisible()
  await checkAccessibility(page)
  // An owner who changes the plan stays logged in.
  await page.getByRole('button', { name: 'Ir ao painel' }).click()
  await expect(banner(page)).toContainText('Plano Premium')

  await openPage(page, `/checkout?planId=${(await getTestPlan('professional')).id}`)
  await expect(page.getByRole('region', { name: 'Pagamento Seguro' })).toContainText(
    'Nada a pagar agora: o crédito do seu plano atual cobre a mudança. O que sobrar fica guardado',
  )
  await openPage(page, '/admin')

  watch.expect(/cancel-subscription 422$/)
  await banner(page).getByRole('button', { name: 'Cancelar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancelar assinatura?' })
  await expect(dialog.getByRole('checkbox')).toBeChecked()
  await dialog.getByRole('button', { name: 'Cancelar assinatura' }).click()
  await expect(dialog.getByText('Por favor, informe sua senha')).toBeVisible()
  await dialog.getByLabel('Sua senha').fill('errada-errada')
  await dialog.getByRole('button', { name: 'Cancelar assinatura' }).click()
  await expect(dialog.getByText('Senha atual incorreta.')).toBeVisible()
  await checkAccessibility(page)
  await dialog.getByLabel('Sua senha').fill(testPassword)
  await dialog.getByRole('button', { name: 'Cancelar assinatura' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText(/Assinatura cancelada\. O reembolso de R\$/)).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Entrar' })).toBeVisible()

  await openPage(page, '/login')
  await logIn(page, { email: buyer.email, password: testPassword })
  await expect(page.getByRole('button', { name: 'Menu de Zélia Nunes' })).toBeVisible()
  await openPage(page, '/admin')
  await expect(banner(page)).toContainText('não podem ser editadas')
  await openPage(page, '/admin/payments')
  await expect(page.getByText('Devolvido').first()).toBeVisible()
})

testAsCustomer('a confirmation requested by the bank is refused once and then authorized', async ({ page }) => {
  await openPage(page, `/checkout?planId=${(await getTestPlan('premium', 'annually')).id}`)
  await payWithCard(page, testCards.asksForConfirmation)
  const bank = page.getByRole('dialog', { name: 'Seu banco quer confirmar' })
  await expect(bank).toBeVisible()
  await checkAccessibility(page)
  await bank.getByRole('button', { name: 'Recusar' }).click()
  await expect(bank).toBeHidden()
  await expect(page.getByRole('alert').filter({ hasText: 'recusado' })).toBeVisible()
  await payWithCard(page, testCards.asksForConfirmation)
  await holdTimers(page, REDIRECT_MS)
  await bank.getByRole('button', { name: 'Autorizar compra' }).click()
  await expect(confirmed(page)).toBeVisible()
  await checkAccessibility(page)
})

test('a pending payment is polled through a reload and a lost network until it is paid [2.84, 4.22, 4.23]', async ({
  page,
  context,
  customer,
  watch,
}) => {
  watch.expect(...noNetwork, /^console.warning: payment status/)
  await openPage(page, `/checkout?planId=${(await getTestPlan('professional')).id}`)
  // A declined card does not decide about the next one.
  await payWithCard(page, testCards.declined)
  await expect(page.getByText('Cartão recusado. Confira os dados ou tente outro cartão.')).toBeVisible()
  await payWithCard(page, testCards.staysPending)
  await expect(page.getByRole('heading', { name: 'Processando pagamento' })).toBeVisible()
  await expect(page.getByText('Verificando automaticamente...')).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(since(3))
  await checkAccessibility(page)
  await reloadPage(page)
  await expect(page.getByRole('timer')).toHaveText(since(3))
  await disconnectPages(context)
  await expect(page.getByRole('timer')).toHaveText(since(9))
  await context.setOffline(false)
  await payOnAnotherDevice(customer, sessionOf(page))
  await expect(confirmed(page)).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})

testAsCustomer(
  'a failed or unknown payment offers a next step, and waiting can be cancelled [2.13, 2.17, 2.86, 4.23]',
  async ({ page, watch }) => {
    watch.expect(/payments\/status\/\S+ 404$/, /^console.warning: payment status/)
    await openPage(page, `/checkout?planId=${(await getTestPlan('professional')).id}`)
    const refused = page.waitForResponse(/\/payments\/sandbox\/[\w-]+\/card$/)
    await payWithCard(page, testCards.declined)
    const [, sessionId] = /sandbox\/([\w-]+)\/card/.exec((await refused).url()) ?? []
    await openPage(page, `/payment/confirmation?session_id=${sessionId}`)
    await expect(page.getByRole('heading', { name: 'Pagamento não confirmado' })).toBeVisible()
    await checkAccessibility(page)
    await page.getByRole('link', { name: 'Tentar novamente' }).click()
    await expect(page).toHaveURL(/\/become-owner\?plano=/)
    await expect(page.getByRole('listitem').filter({ hasText: 'Sua escolha' })).toContainText('Profissional')
    await page.goBack()
    await page.getByRole('link', { name: 'Contatar suporte' }).click()
    await expect(page).toHaveURL('/contato')
    await openPage(page, '/payment/confirmation')
    await expect(page.getByRole('heading', { name: 'Pagamento não confirmado' })).toBeVisible()
    await openPage(page, `/payment/confirmation?session_id=${'x'.repeat(43)}`)
    await page.getByRole('link', { name: 'Cancelar' }).click()
    await expect(page).toHaveURL('/become-owner')
  },
)

test('a Pix code is copied, expires, is generated again and paid', async ({ page, backend, customer, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPage(page, `/checkout?planId=${(await getTestPlan('professional')).id}`)
  const opened = page.waitForResponse(/\/payments\/sandbox\/[\w-]+\/pix$/)
  await page.getByRole('button', { name: 'Pix', exact: true }).click()
  const [, sessionId = ''] = /sandbox\/([\w-]+)\/pix/.exec((await opened).url()) ?? []
  await expect(page.getByRole('img', { name: 'QR code do Pix' })).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^(10:00|9:\d\d)$/)
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
  const letTimePass = await holdTimers(page)
  await page.getByRole('button', { name: 'Copiar código' }).click()
  await expect(page.getByText('Código Pix copiado')).toBeVisible()
  await letTimePass()
  const shown = await page.getByLabel('Pix copia e cola').inputValue()
  expect(await pasteCopiedText(page)).toBe(shown)

  // As if the page were opened seconds before the code expires.
  await expirePixSoon(backend, sessionId)
  await page.getByRole('button', { name: 'Cartão' }).click()
  await page.getByRole('button', { name: 'Pix', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Este código Pix venceu' })).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Gerar novo código' }).click()
  await expect(page.getByRole('img', { name: 'QR code do Pix' })).toBeVisible()
  await page.getByRole('button', { name: 'Simular pagamento' }).click()
  await expect(confirmed(page)).toBeVisible()
  expect((await requestApi(plansApi.own, { token: customer.token })).status).toBe(401)
})

async function expirePixSoon({ db, now }: Parameters<typeof buyPlan>[0], sessionId: string) {
  const { state } = await db
    .selectFrom('sandbox_objects')
    .select('state')
    .where('id', '=', `cs_${sessionId}`)
    .executeTakeFirstOrThrow()
  const { pix, ...rest } = state as { pix: object }
  const expiring = { ...rest, pix: { ...pix, expiresAt: new Date(now().getTime() + 5000).toISOString() } }
  await db
    .updateTable('sandbox_objects')
    .set({ state: JSON.stringify(expiring) })
    .where('id', '=', `cs_${sessionId}`)
    .execute()
}

test('the free plan requires no payment', async ({ page, backend }) => {
  const buyer = await createSignedInUser(backend, { name: 'Beto Lima', password: testPassword })
  const { id } = await getTestPlan('basic')
  await openPage(page, `/checkout?planId=${id}`)
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, { email: buyer.email, password: testPassword })
  await expect(page).toHaveURL(`/checkout?planId=${id}`)
  await expect(page.getByRole('region', { name: 'Resumo do pedido' })).toContainText(/Total\s*R\$\s0,00/)
  await checkAccessibility(page)
  await holdTimers(page, REDIRECT_MS)
  await page.getByRole('button', { name: 'Começar grátis' }).click()
  await expect(page.getByRole('heading', { name: 'Tudo pronto!' })).toBeVisible()
  await page.getByRole('button', { name: 'Entrar agora' }).click()
  await logIn(page, { email: buyer.email, password: testPassword })
  await closeFirstWizard(page)
  await expect(banner(page)).toContainText('Grátis, sem prazo')
})

test('a checkout that cannot open shows the reason and a way back [2.12, 2.80, 2.82, 4.25, 8.22, 8.23]', async ({
  page,
  backend,
  customer,
  watch,
}) => {
  for (const [path, text] of [
    ['/checkout', 'Plano não especificado.'],
    ['/checkout?planId=1a01db17-e69d-4f5f-abbb-b1e0def26b06', 'Erro ao carregar informações do plano.'],
  ] as const) {
    await openPage(page, path)
    await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Voltar para planos' })).toHaveAttribute('href', '/become-owner')
  }
  await checkAccessibility(page)

  const path = `/checkout?planId=${(await getTestPlan('professional')).id}`
  const intent = '**/api/payments/create-payment-intent'
  watch.expect(/create-payment-intent net::ERR_FAILED$/, /create-payment-intent 409$/)
  await page.route(intent, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), clientSecret: '' } })
  })
  await openPage(page, path)
  await expect(page.getByText('No client secret returned from server')).toBeVisible()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Não foi possível carregar o formulário de pagamento.' }).first(),
  ).toBeVisible()
  await page.unroute(intent)
  await page.route(intent, (route) => route.abort('failed'))
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(
    page.getByText('Erro ao criar sessão de checkout. Por favor, tente novamente.', { exact: true }).first(),
  ).toBeVisible()
  await checkAccessibility(page)
  await page.unroute(intent)
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.getByLabel('Número do cartão')).toBeVisible()

  await signInAs(page, await buyPlan(backend, customer, 'professional'))
  await openPage(page, path)
  await expect(page.getByRole('alert').filter({ hasText: 'Você já tem este plano.' }).first()).toBeVisible()
})

/** A new owner starts in the wizard, once. */
async function closeFirstWizard(page: Page) {
  const wizard = page.getByRole('dialog', { name: 'Nova barbearia' })
  await expect(wizard).toBeVisible()
  await wizard.getByRole('button', { name: 'Cancelar' }).click()
  await expect(wizard).toBeHidden()
  await expect(page).toHaveURL('/admin')
}
