import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { createBarber, createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createStorage } from '../../../lib/storage.ts'
import { loadOutliner } from './outline-text.ts'
import { composePreview, PREVIEW_SIZE } from './render-preview.ts'
import { breakLines, describePreview, type PreviewSubject } from './rules.ts'

const world = await createHarness({ environment: { DATA_DIR: mkdtempSync(join(tmpdir(), 'na-regua-preview-')) } })
afterAll(() => world.close())

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ method: 'GET', url, headers })

/** How many pixels of a part of the image are as dark as ink. */
async function countInk(
  image: Buffer,
  { left, top, width, height }: Record<'left' | 'top' | 'width' | 'height', number>,
) {
  const { data, info } = await sharp(image)
    .extract({ left, top, width, height })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return data.filter((_, index) => index % info.channels === 0).filter((value) => value < 90).length
}

const title = { left: 60, top: 190, width: 620, height: 170 }
const photo = { left: 730, top: 0, width: 460, height: 630 }

describe('the preview of a barbershop', () => {
  test('is an image of the size that crawlers expect, with the name in it', async () => {
    const short = await createBarbershopRow(world, { name: 'Zé' })
    const long = await createBarbershopRow(world, { name: 'Barbearia São João do Arraial' })
    const responses = await Promise.all([short, long].map(({ id }) => get(`/previews/barbershops/${id}.jpg`)))
    for (const { statusCode, headers, rawPayload } of responses) {
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'image/jpeg',
        'public, max-age=3600',
      ])
      expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', ...PREVIEW_SIZE })
      // Messengers ignore larger images.
      expect(rawPayload.length).toBeLessThan(300_000)
    }
    // Up to the last character of the line, and nothing after it.
    const style = { size: 66, weight: 800 } as const
    const end = 72 + Math.round((await loadOutliner()).measure('Zé', style))
    const ofZe = responses[0]?.rawPayload as Buffer
    expect(await countInk(ofZe, { ...title, height: 85, left: end - 20, width: 20 })).toBeGreaterThan(100)
    expect(await countInk(ofZe, { ...title, height: 85, left: end + 2, width: 600 - end })).toBe(0)
    const [shortInk = 0, longInk = 0] = await Promise.all(
      responses.map(({ rawPayload }) => countInk(rawPayload, title)),
    )
    expect(shortInk).toBeGreaterThan(500)
    expect(longInk).toBeGreaterThan(shortInk * 3)
  })

  test('shows the first photo', async () => {
    const storage = createStorage(world.config)
    const green = await sharp({ create: { width: 960, height: 600, channels: 3, background: '#00b050' } })
      .webp()
      .toBuffer()
    await storage.put('shops/green.webp', green)
    const shop = await createBarbershopRow(world, { images: [storage.urlOf('shops/green.webp')] })
    const { rawPayload } = await get(`/previews/barbershops/${shop.id}.jpg`)
    const { channels } = await sharp(await sharp(rawPayload).extract(photo).toBuffer()).stats()
    const [red = 0, greenness = 0, blue = 0] = channels.map(({ mean }) => Math.round(mean))
    expect(greenness - Math.max(red, blue)).toBeGreaterThan(80)
    const missing = await createBarbershopRow(world, { images: ['/uploads/shops/missing.webp'] })
    expect((await get(`/previews/barbershops/${missing.id}.jpg`)).statusCode).toBe(200)
  })

  test('changes with the name, and not otherwise', async () => {
    const shop = await createBarbershopRow(world, { name: 'Antes' })
    const url = `/previews/barbershops/${shop.id}.jpg`
    const first = await get(url)
    const etag = String(first.headers.etag)
    expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(304)
    expect((await get(url)).rawPayload.equals(first.rawPayload)).toBe(true)
    await world.db.updateTable('barbershops').set({ name: 'Depois do nome' }).where('id', '=', shop.id).execute()
    const changed = await get(url, { 'if-none-match': etag })
    expect([changed.statusCode, changed.rawPayload.equals(first.rawPayload)]).toEqual([200, false])
  })

  test('does not exist for one that is not public', async () => {
    const closed = await createBarbershopRow(world, { isActive: false })
    const unknown = '00000000-0000-4000-8000-000000000000'
    for (const path of [
      `barbershops/${closed.id}.jpg`,
      `barbershops/${unknown}.jpg`,
      'barbershops/x.jpg',
      `barbershops/${'-'.repeat(36)}.jpg`,
      `barbers/${unknown}.jpg`,
      `others/${unknown}.jpg`,
    ])
      expect((await get(`/previews/${path}`)).statusCode, path).toBeGreaterThanOrEqual(400)
  })
})

test('the preview of a barber has their name, as long as they work there', async () => {
  const shop = await createBarbershopRow(world, { name: 'Zé' })
  const barber = await createBarber(world, shop.id, { name: 'Sebastião Albuquerque' })
  const url = `/previews/barbers/${barber.id}.jpg`
  const { statusCode, rawPayload } = await get(url)
  expect(statusCode).toBe(200)
  expect(await countInk(rawPayload, title)).toBeGreaterThan(3000)
  await world.db.updateTable('barbers').set({ removed_at: world.clock.now() }).where('id', '=', barber.id).execute()
  expect((await get(url)).statusCode).toBe(404)
})

const subject: PreviewSubject = {
  barberName: null,
  shopName: 'Dom <b>"Bigode"</b> & Filhos 💈',
  neighborhood: 'Setor Bueno',
  city: 'Goiânia',
  state: 'GO',
  averageRating: 4.75,
  reviewCount: 12,
  priceFrom: 4500,
  photoUrl: null,
}

describe('the drawing', async () => {
  const text = await loadOutliner()

  test('needs no font of the machine, and has no text of a user', () => {
    const svg = composePreview(describePreview(subject), text, false)
    expect(svg).toMatch(/^<svg [^>]+>(<(rect|path) [^<>]+\/>)+<\/svg>$/)
    expect(svg).not.toMatch(/<text|font|Bigode/)
  })

  test.each([
    ['Ωmega Barber', 'Omega Barber'],
    ['Ηρακλής', 'Iraklis'],
    ['Барбершоп', 'Barberchop'],
    ['𝐁𝐚𝐫𝐛𝐞𝐚𝐫𝐢𝐚 𝓓𝓸𝓷', 'Barbearia Don'],
    ['ＢＡＲＢＥＲ　①', 'BARBER 1'],
    ['★ Zé ★ 💈', 'Zé'],
    ['理髪 Tanaka', 'Tanaka'],
    ['Łukasz', 'Łukasz'],
    ['理髪', ''],
  ])('the name %s is spelled in characters of the font: %s', (name, shown) => {
    expect(text.clean(name)).toBe(shown)
  })

  test('has every character of Portuguese, and leaves out what the font does not have', () => {
    const alphabet =
      'AÁÂÃÀBCÇDEÉÊFGHIÍJKLMNOÓÔÕPQRSTUÚÜVWXYZ aáâãàbcçdeéêfghiíjklmnoóôõpqrstuúüvwxyz 0123456789.,()$-–…ªº&'
    expect(text.clean(alphabet)).toBe(alphabet)
    expect(text.clean('Łukasz \u202e💈  Ștefan\n理髪')).toBe('Łukasz Ștefan')
    const style = { size: 40, weight: 800 } as const
    expect(text.measure('MM', style)).toBeGreaterThan(text.measure('ii', style) * 2)
    expect(text.outline('', { ...style, x: 0, y: 0 })).toBe('')
    expect(text.outline(alphabet, { ...style, x: 0, y: 0 })).toMatch(/^([MLQCZ]|-?\d+(\.\d)?| )+$/)
  })

  test('shows only what the public page shows', () => {
    expect(describePreview(subject)).toEqual({
      title: subject.shopName,
      lines: ['Setor Bueno, Goiânia - GO', expect.stringMatching(/^A partir de R\$\s45,00$/)],
      rating: '4,8 (12 avaliações)',
    })
    expect(describePreview({ ...subject, neighborhood: '', priceFrom: null }).lines).toEqual(['Goiânia - GO'])
    const ofBarber = { ...subject, barberName: 'Rui', priceFrom: null }
    expect(describePreview({ ...subject, averageRating: null, reviewCount: 0 }).rating).toBeUndefined()
    expect(describePreview(ofBarber)).toEqual({
      title: 'Rui',
      lines: [`na ${subject.shopName}`, 'Setor Bueno, Goiânia - GO'],
      rating: undefined,
    })
  })

  test.each([
    ['um dois três', 8, 2, ['um dois', 'três']],
    ['um dois três quatro', 8, 2, ['um dois', 'três…']],
    ['Supercalifragilístico', 8, 3, ['Supercal', 'ifragilí', 'stico']],
    ['Supercalifragilístico', 8, 2, ['Supercal', 'ifragil…']],
    ['', 8, 2, ['']],
  ])('breaks %j at %d characters into at most %d lines', (words, maxWidth, maxLines, lines) => {
    expect(breakLines(words, { measure: ({ length }) => length, maxWidth, maxLines })).toEqual(lines)
  })
})

test('one client cannot cause any number of renderings', async () => {
  const limited = await createHarness({ environment: { RATE_LIMIT: 'on' } })
  const statuses: number[] = []
  for (let count = 0; count < 22; count++) {
    const { id } = await createBarbershopRow(limited, { name: `Barbearia ${count}` })
    const url = `/previews/barbershops/${id}.jpg`
    statuses.push((await limited.app.inject(url)).statusCode)
    // What is stored costs nothing.
    if (count === 0)
      for (let again = 0; again < 30; again++) expect((await limited.app.inject(url)).statusCode).toBe(200)
  }
  await limited.close()
  expect(statuses).toEqual([...Array(20).fill(200), 429, 429])
})
