import { inflateSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { encode } from 'uqr'
import { afterAll, describe, expect, test } from 'vitest'
import { createBarbershopRow } from '../../../../test/barbershop-factories.ts'
import { createHarness } from '../../../../test/harness.ts'
import { createApp } from '../../../app.ts'
import { loadOutliner } from '../preview-image/outline-text.ts'
import { drawPoster, posterKinds } from './render-poster.ts'
import { toSvg } from './rules.ts'

const world = await createHarness({ environment: { PUBLIC_URL: 'https://naregua.test' } })
afterAll(() => world.close())

const longName =
  'Barbearia e Salão Masculino do Sebastião Albuquerque de Vasconcelos Figueiredo & Irmãos Associados Ltda, Unidade Centro'
const shop = await createBarbershopRow(world, { name: longName })
await world.db.insertInto('barbershop_slugs').values({ slug: 'dom-sebastiao', barbershop_id: shop.id }).execute()
const get = (file: string, id = shop.id) => world.app.inject(`/posters/${id}/${file}`)
const url = 'https://naregua.test/dom-sebastiao?origem=cartaz'

describe('a poster', () => {
  test.each([
    ['cartaz', 2480, 3508],
    ['story', 1080, 1920],
  ])('%s as PNG is %i × %i, with the code of the own address', async (kind, width, height) => {
    const { statusCode, headers, rawPayload } = await get(`${kind}.png`)
    expect([statusCode, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'image/png',
      `attachment; filename="${kind}-dom-sebastiao.png"`,
    ])
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width, height })
    expect(rawPayload.length).toBeLessThan(600_000)
    // Every module of the code, read at its center.
    const { data, size } = encode(url, { ecc: 'M', border: 0 })
    const [side, top] = kind === 'cartaz' ? [1120, 1800] : [480, 930]
    const step = side / (size + 8)
    const { data: pixels, info } = await sharp(rawPayload).greyscale().raw().toBuffer({ resolveWithObject: true })
    const isDark = (row: number, column: number) => {
      const x = (width - side) / 2 + (column + 4.5) * step
      const y = top + (row + 4.5) * step
      return (pixels[(Math.floor(y) * info.width + Math.floor(x)) * info.channels] as number) < 128
    }
    expect(data.map((row, y) => row.map((_, x) => isDark(y, x)))).toEqual(data)
  })

  test.each([
    ['cartaz', '595.28 842.03'],
    ['story', '810 1440'],
  ])('%s as PDF is one page of %s points, drawn with paths', async (kind, size) => {
    const { statusCode, headers, rawPayload } = await get(`${kind}.pdf`)
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf'])
    const text = rawPayload.toString('latin1')
    expect(text.startsWith('%PDF-1.7\n')).toBe(true)
    expect(/\/MediaBox\[0 0 ([^\]]+)\]/.exec(text)?.[1]).toBe(size)
    expect(/\/URI <(\w+)>/.exec(text)?.[1]).toBe(Buffer.from(url).toString('hex'))
    // The table of objects names the byte at which each begins, and the end the byte of the table.
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
    const offsets = [...text.slice(start).matchAll(/(\d{10}) 00000 n/g)].map(([, offset]) => Number(offset))
    expect(offsets.map((offset, index) => text.slice(offset).startsWith(`${index + 1} 0 obj\n`))).toEqual(
      Array(6).fill(true),
    )
    const [, length] = /\/Length (\d+)/.exec(text) as RegExpExecArray
    const begin = text.indexOf('stream\n') + 'stream\n'.length
    const content = inflateSync(rawPayload.subarray(begin, begin + Number(length))).toString()
    expect(content).toMatch(/^[\d. -]+ cm\n/)
    expect(content).not.toMatch(/NaN|undefined|Infinity| Tj/)
    expect(content.match(/ rg /g)?.length).toBeGreaterThan(80)
  })

  test('does not exist for a barbershop that is not public, nor in other forms', async () => {
    const closed = await createBarbershopRow(world, { isActive: false })
    for (const [file, id] of [
      ['cartaz.png', closed.id],
      ['cartaz.png', crypto.randomUUID()],
      ['cartaz.jpg', shop.id],
      ['outro.png', shop.id],
      ['cartaz.png', 'x'],
    ])
      expect((await get(file as string, id)).statusCode).toBe(404)
  })

  test('names the page by its id where there is no own address', async () => {
    const { id } = await createBarbershopRow(world, { name: 'Sem endereço' })
    const { rawPayload } = await get('story.pdf', id)
    expect(rawPayload.toString('latin1')).toContain(
      Buffer.from(`https://naregua.test/barbershop/${id}`).toString('hex'),
    )
  })
})

describe('the poster of the door', () => {
  const key = 'porta-0123456789abcdef'
  const download = (file: string) => world.app.inject(`/posters/porta/${file}`)

  test('has the link of the door, whatever the own address is, and ends with its key', async () => {
    await sql`insert into barbershop_queues (barbershop_id, is_on, weekdays, max_length, call_minutes, slide_positions, max_slides,
                walk_in_share, door_key, screen_key, updated_at)
              values (${shop.id}, true, '{1,2,3}', 20, 5, 1, 2, 0, ${key}, 'tela-0123456789abcdef', now())`.execute(
      world.db,
    )
    const { statusCode, headers, rawPayload } = await download(`${key}.pdf`)
    expect([statusCode, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/pdf',
      'attachment; filename="fila.pdf"',
    ])
    const link = Buffer.from(`https://naregua.test/fila#${key}`).toString('hex')
    expect(/\/URI <(\w+)>/.exec(rawPayload.toString('latin1'))?.[1]).toBe(link)
    expect((await download(`${key}.png`)).headers['content-type']).toBe('image/png')
    await sql`update barbershop_queues set door_key = 'outra-0123456789abcdef' where barbershop_id = ${shop.id}`.execute(
      world.db,
    )
    expect((await download(`${key}.pdf`)).json()).toMatchObject({ code: 'LINK_INVALID' })
  })

  test.each(['curta.pdf', 'porta-0123456789abcdef.jpg'])('%s does not exist', async (file) => {
    expect((await download(file)).statusCode).toBe(404)
  })
})

describe('the drawing', async () => {
  const text = await loadOutliner()
  const subject = { place: 'Setor Bueno, Goiânia - GO', url }

  test.each(
    posterKinds.flatMap((kind) => [longName, 'W'.repeat(120), 'Zé', 'A 💈'].map((name) => [kind, name] as const)),
  )('%s has the whole name %j within its margins', (kind, name) => {
    const ellipsis = text.outline('…', { x: 0, y: 0, size: 50, weight: 800 })
    const { width, height, shapes } = drawPoster(kind, { ...subject, name }, text)
    expect(ellipsis).not.toBe('')
    const code = shapes.findIndex((shape) => shape.kind === 'rect' && shape.radius === 32)
    const codeTop = (shapes[code] as { y: number }).y
    for (const [index, shape] of shapes.entries()) {
      if (shape.kind !== 'path') continue
      const points = [...shape.d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)
      const xs = points.map(([x]) => x)
      const ys = points.map(([, y]) => y)
      if (points.length === 0) continue
      expect([Math.min(...xs) >= 60, Math.max(...xs) <= width - 60]).toEqual([true, true])
      expect(Math.max(...ys)).toBeLessThan(index < code ? codeTop : height - 40)
    }
  })

  test('has no text of a user, and needs no font', () => {
    const svg = toSvg(drawPoster('cartaz', { ...subject, name: '<script>alert(1)</script>' }, text))
    expect(svg).toMatch(/^<svg [^>]+>(<(rect|path) [^<>]+\/>)+<\/svg>$/)
    expect(svg).not.toMatch(/<text|script|font/)
  })
})

test('a file is rendered once, stored, and again only when what it shows has changed', async () => {
  const { id } = await createBarbershopRow(world, { name: 'Guardada' })
  const stored = () =>
    world.db.selectFrom('posters').select(['file', 'digest', 'bytes']).where('barbershop_id', '=', id).execute()
  const first = (await get('story.pdf', id)).rawPayload
  const [row, ...others] = await stored()
  expect([others, row?.file, row?.bytes.equals(first)]).toEqual([[], 'story.pdf', true])
  // What is stored is sent, by every process: nothing is rendered.
  const other = await createApp({ db: world.db, clock: world.clock, config: world.config })
  await sql`update posters set bytes = 'as stored' where barbershop_id = ${id}`.execute(world.db)
  expect((await other.inject(`/posters/${id}/story.pdf`)).payload).toBe('as stored')
  await other.close()
  await world.db.updateTable('barbershops').set({ name: 'Guardada de novo' }).where('id', '=', id).execute()
  const renamed = (await get('story.pdf', id)).rawPayload
  expect(renamed.toString('latin1')).toMatch(/^%PDF/)
  const [changed, ...more] = await stored()
  expect([more, changed?.digest === row?.digest, changed?.bytes.equals(renamed)]).toEqual([[], false, true])
})

test('requests for one file at once render it once', async () => {
  const limited = await createHarness({ environment: { RATE_LIMIT: 'on' } })
  const { id } = await createBarbershopRow(limited, { name: 'Disputada' })
  const responses = await Promise.all(Array.from({ length: 13 }, () => limited.app.inject(`/posters/${id}/story.pdf`)))
  await limited.close()
  // Each of them as a rendering would be one more than a client may cause.
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(13).fill(200))
})

test('one client cannot cause any number of renderings', async () => {
  const limited = await createHarness({ environment: { RATE_LIMIT: 'on' } })
  const statuses: number[] = []
  for (let count = 0; count < 14; count++) {
    const { id } = await createBarbershopRow(limited, { name: `Barbearia ${count}` })
    const download = () => limited.app.inject(`/posters/${id}/story.pdf`)
    statuses.push((await download()).statusCode)
    // What is stored costs nothing.
    if (count === 0) for (let again = 0; again < 20; again++) expect((await download()).statusCode).toBe(200)
  }
  await limited.close()
  expect(statuses).toEqual([...Array(12).fill(200), 429, 429])
})
