import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, devices } from '@playwright/test'
import { chromium as systemChromium } from '../e2e/app/chromium.ts'
import { createSignedInUser } from '../e2e/steps/users.ts'
import type { BenchWorld } from './figures.ts'

const { executablePath, args } = systemChromium

type Work<T> = (context: BrowserContext) => Promise<T>

/** Runs `work` in a browser that emulates a phone, with a temporary profile. `port` opens the DevTools protocol there. */
export async function withPhoneBrowser<T>(work: Work<T>, { port }: { port?: number } = {}): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'na-regua-browser-'))
  const context = await chromium.launchPersistentContext(folder, {
    ...devices['Pixel 7'],
    viewport: { width: 360, height: 740 },
    locale: 'pt-BR',
    executablePath,
    args: port === undefined ? args : [...args, `--remote-debugging-port=${port}`],
  })
  try {
    return await work(context)
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Stores the session of a new customer in this browser, as a login does. */
export async function signIn(context: BrowserContext, { app, db }: BenchWorld) {
  const { user, token } = await createSignedInUser(
    { db, now: () => new Date(), close: async () => {} },
    { name: 'Joana Prado' },
  )
  const page = await context.newPage()
  await page.goto(`${app.url}/robots.txt`)
  const session = { authToken: token, authUser: JSON.stringify(user) }
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, session)
  await page.close()
}

/** The measured pages and their paths. */
export async function listMeasuredPages({ db }: BenchWorld) {
  const barber = await db
    .selectFrom('barbershops')
    .innerJoin('barbers', 'barbers.barbershop_id', 'barbershops.id')
    .innerJoin('services', 'services.barbershop_id', 'barbershops.id')
    .where('barbershops.name', '=', 'Navalha de Ouro')
    .where('barbers.removed_at', 'is', null)
    .where('barbershops.is_active', '=', true)
    .where('services.is_active', '=', true)
    .select(['barbershops.id', 'barbers.id as barberId', 'services.id as serviceId'])
    .orderBy('barbers.id')
    .orderBy('services.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const shop = `/barbershop/${barber.id}`
  return {
    home: '/',
    shop,
    booking: `${shop}/booking/${barber.barberId}/${barber.serviceId}`,
    plans: '/become-owner',
    login: '/login',
  }
}
