import { RHYTHM_CONSENT_TEXT, rhythmApi } from '@na-regua/contract/rhythm'
import { sql } from 'kysely'
import { sendNudges } from '../server/src/features/rhythm/send-nudges.ts'
import { alterToken } from '../server/test/alter-token.ts'
import { openAlwaysOpenBarbershop } from './app/always-open-barbershop.ts'
import type { Backend } from './app/backend.ts'
import { checkAccessibility } from './steps/accessibility.ts'
import { confirmButton } from './steps/booking.ts'
import { openPage } from './steps/open-page.ts'
import { expectNoHorizontalScroll } from './steps/page-checks.ts'
import { readFromEmail } from './steps/read-email.ts'
import { requestApi } from './steps/request-api.ts'
import { createSignedInUser, signInAs, type TestUser } from './steps/users.ts'
import { expect, test } from './test.ts'

const DAY_MS = 86_400_000

type Shop = Awaited<ReturnType<typeof openAlwaysOpenBarbershop>>['shop']

/** Completed visits to the first barber. */
async function addVisits(
  { db, now }: Backend,
  { shop, customer }: { shop: Shop; customer: TestUser },
  daysAgo: number[],
) {
  const rows = daysAgo.map((days) => {
    const starts_at = new Date(Math.floor(now().getTime() / 3_600_000) * 3_600_000 - days * DAY_MS)
    return {
      barbershop_id: shop.id,
      barber_id: shop.barberId,
      barber_user_id: shop.barberUserId,
      customer_id: customer.user.id,
      service_id: shop.serviceId,
      service_name: 'Corte na régua',
      duration_min: 30,
      price_cents: 4500,
      starts_at,
      ends_at: new Date(starts_at.getTime() + 1_800_000),
      status: 'COMPLETED',
      requested_at: starts_at,
      created_at: starts_at,
      updated_at: starts_at,
    }
  })
  await db.insertInto('appointments').values(rows).execute()
}

/** As the job does every five minutes: who agreed is checked now. */
async function nudge({ db, now }: Backend, { user }: TestUser) {
  await sql`update rhythm_consents set check_at = ${now()} where user_id = ${user.id}`.execute(db)
  await sendNudges({ db, clock: { now } }, {})
}

/** 25 days pass: what was booked has been completed, and everything else is that much longer ago. */
async function passOneCycle({ db }: Backend, { user }: TestUser) {
  const earlier = sql`interval '25 days'`
  await sql`update appointments set starts_at = starts_at - ${earlier}, ends_at = ends_at - ${earlier}, created_at = created_at - ${earlier}
    where customer_id = ${user.id} and status = 'COMPLETED'`.execute(db)
  await sql`update appointments set status = 'COMPLETED', starts_at = now() - ${earlier}, ends_at = now() - ${earlier} + interval '30 minutes'
    where customer_id = ${user.id} and status <> 'COMPLETED'`.execute(db)
}

const nudgesOn = (page: import('@playwright/test').Page) =>
  page.getByRole('main').getByRole('link', { name: /^Faz \d+ dias: quer o de sempre/ })

test('a customer whose visit is due books from the nudge, turns the nudges off with one tap and gets no more', async ({
  page,
  backend,
}) => {
  const { shop } = await openAlwaysOpenBarbershop(backend)
  const customer = await createSignedInUser(backend, { name: 'Caio Prates' })
  await addVisits(backend, { shop, customer }, [24, 48, 72, 96])
  await signInAs(page, customer)
  await openPage(page, '/customer/appointments')
  const invitation = page.getByRole('region', { name: 'Avisamos na hora de voltar?' })
  await expect(invitation).toContainText(RHYTHM_CONSENT_TEXT)
  await checkAccessibility(page)
  await invitation.getByRole('button', { name: 'Quero os avisos' }).click()
  await expect(invitation).toBeHidden()

  await nudge(backend, customer)
  await openPage(page, '/notifications')
  await expect(nudgesOn(page)).toBeVisible()
  await expectNoHorizontalScroll(page)
  await checkAccessibility(page)
  await nudgesOn(page).click()
  await expect(page.getByRole('heading', { name: 'Escolha seu horário' })).toBeVisible()
  const { searchParams, pathname } = new URL(page.url())
  expect(pathname).toBe(`/barbershop/${shop.id}/booking/${shop.barberId}/${shop.serviceId}`)
  await expect(page.getByRole('radio', { name: String(searchParams.get('time')) })).toBeChecked()
  await checkAccessibility(page)
  await confirmButton(page).click()
  await expect(page).toHaveURL(new RegExp(`/barbershop/${shop.id}$`))
  await expect(page.getByRole('region', { name: /^Horário (reservado|confirmado)/ })).toBeVisible()

  await passOneCycle(backend, customer)
  await nudge(backend, customer)
  await openPage(page, '/notifications')
  await expect(nudgesOn(page)).toHaveCount(2)
  await page.getByRole('main').getByRole('button', { name: 'Não avisar mais' }).first().click()
  await expect(page.getByText('Pronto: não avisamos mais da hora de voltar.')).toBeVisible()

  await addVisits(backend, { shop, customer }, [0])
  await passOneCycle(backend, customer)
  await nudge(backend, customer)
  await openPage(page, '/notifications')
  await expect(nudgesOn(page)).toHaveCount(2)
  await openPage(page, '/profile#notificacoes')
  await expect(page.getByRole('checkbox', { name: 'Avise quando for a hora de voltar' })).not.toBeChecked()
})

test('the link of the e-mail turns the nudges off without a login', async ({ page, backend, watch }) => {
  watch.expect(/^GET \/api\/nudges\/\S+ 422$/)
  const { shop } = await openAlwaysOpenBarbershop(backend)
  const customer = await createSignedInUser(backend)
  await addVisits(backend, { shop, customer }, [24, 48, 72, 96])
  const body = { isOn: true, consentText: RHYTHM_CONSENT_TEXT }
  await requestApi(rhythmApi.set, { token: customer.token, body })
  await nudge(backend, customer)
  const path = await readFromEmail(customer.email, /\/aviso\/\S+/)
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  await openPage(page, path)
  await expect(page.getByRole('heading', { name: 'Parar os avisos da hora de voltar?' })).toBeVisible()
  await checkAccessibility(page)
  expect(sent, 'opening the page changes nothing').toEqual([])
  await page.getByRole('button', { name: 'Não avisar mais' }).click()
  await expect(page.getByRole('heading', { name: 'Você não recebe mais avisos da hora de voltar.' })).toBeVisible()
  await checkAccessibility(page)
  await openPage(page, alterToken(path))
  await expect(page.getByRole('alert')).toContainText('Este link não vale mais.')

  await signInAs(page, customer)
  await openPage(page, '/profile#notificacoes')
  const choice = page.getByRole('checkbox', { name: 'Avise quando for a hora de voltar' })
  await expect(choice).not.toBeChecked()
  await choice.click()
  await expect(choice).toBeChecked()
  await expect(page.getByText(/Você aceitou em \d\d\/\d\d\/\d{4}\./)).toBeVisible()
})

test('staff see who is due in their barbershop, with a text to send', async ({ page, backend }) => {
  const { shop, barber } = await openAlwaysOpenBarbershop(backend)
  const due = await createSignedInUser(backend, { name: 'Nara Lopes', phone: '92988880001' })
  const early = await createSignedInUser(backend, { name: 'Bento Reis', phone: '92988880002' })
  await addVisits(backend, { shop, customer: due }, [31, 59, 87, 115])
  await addVisits(backend, { shop, customer: early }, [10, 38, 66, 94])
  await signInAs(page, barber)
  await openPage(page, '/clientes')
  await expect(page.getByText('2 clientes')).toBeVisible()
  await page.getByRole('button', { name: 'Está na hora' }).click()
  await expect(page.getByText('1 cliente', { exact: true })).toBeVisible()
  const row = page.getByRole('button', { name: /Nara Lopes/ })
  await expect(row).toContainText('há 31 dias')
  await expect(row).toContainText('a cada 28')
  const invite = page.getByRole('link', { name: 'Chamar Nara Lopes pelo WhatsApp' })
  await expect(invite).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/5592988880001\?text=Oi%2C%20Nara\.%20Faz%2031%20dias/,
  )
  await checkAccessibility(page)
  await expectNoHorizontalScroll(page)
})
