import { commissionsApi } from '@na-regua/contract/commissions'
import { contractsApi, type PartnerShares } from '@na-regua/contract/contracts'
import { visitsApi } from '@na-regua/contract/visits'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { halfTerms } from '../../../../test/commission-rows.ts'
import { createHarness } from '../../../../test/harness.ts'
import { testImage } from '../../../../test/test-image.ts'
import { createVisitScene } from '../../../../test/visit-scene.ts'

const world = await createHarness()
afterAll(() => world.close())
// Quinta, 12/03/2026, 12h em São Paulo.
beforeEach(() => world.clock.set('2026-03-12T15:00:00Z'))

const cnpj = '11222333000181'
const pdf = Buffer.from('%PDF-1.7\n<< /Title (Contrato) >>\n%%EOF\n')

async function createScene() {
  const scene = await createVisitScene(world)
  const { owner, barber } = scene
  const params = { id: scene.shop.id }
  const create = (body: object = {}, token = owner.token) =>
    world.call(contractsApi.create, {
      token,
      params,
      body: { barberId: barber.id, regime: 'partner', cnpj, startsOn: '2026-03-01', endsOn: null, ...body },
    })
  const list = (token = owner.token) => world.call(contractsApi.list, { token, params })
  async function addFile(id: string, bytes: Buffer, token = owner.token) {
    const head = '--grenze\r\ncontent-disposition: form-data; name="file"; filename="contrato.pdf"\r\n\r\n'
    const response = await world.app.inject({
      method: 'POST',
      url: `/api/contracts/${id}/file`,
      payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--grenze--\r\n')]),
      headers: { 'content-type': 'multipart/form-data; boundary=grenze', authorization: `Bearer ${token}` },
    })
    return { status: response.statusCode, body: response.json() }
  }
  const readFile = (id: string, token: string) =>
    world.app.inject({ url: `/api/contracts/${id}/file`, headers: { authorization: `Bearer ${token}` } })
  return { ...scene, params, create, list, addFile, readFile }
}

describe('contracts', () => {
  test('follow each other, and no two of a barber have a day in common', async () => {
    const { create, list, barber, colleague } = await createScene()
    const first = await create({ endsOn: '2026-03-31' })
    expect(first.status, JSON.stringify(first.body)).toBe(201)
    expect(first.body).toMatchObject({ regime: 'partner', cnpj, version: 1, file: null })
    expect((await create({ startsOn: '2026-03-31' })).body.code).toBe('CONTRACT_OVERLAP')
    expect((await create({ startsOn: '2026-04-01' })).status).toBe(201)
    expect((await create({ startsOn: '2030-01-01', endsOn: '2030-12-31' })).body.code).toBe('CONTRACT_OVERLAP')
    const { body } = await list()
    expect(Value.Check(contractsApi.list.schema.response[200], body)).toBe(true)
    expect(body.today).toBe('2026-03-12')
    const of = (id: string) => body.barbers.find((one: { id: string }) => one.id === id)
    expect(of(barber.id)).toMatchObject({
      isRemoved: false,
      contracts: [{ startsOn: '2026-04-01' }, { endsOn: '2026-03-31' }],
    })
    expect(of(colleague.id)).toMatchObject({ contracts: [] })
  })

  test('are corrected from the version that was seen, and removed', async () => {
    const { create, list, owner, barber } = await createScene()
    const { id } = (await create()).body
    const update = (body: object) => {
      const fields = { regime: 'rent', cnpj: null, startsOn: '2026-02-01', endsOn: '2026-12-31', version: 1, ...body }
      return world.call(contractsApi.update, { token: owner.token, params: { id }, body: fields })
    }
    expect((await update({})).body).toMatchObject({ regime: 'rent', cnpj: null, startsOn: '2026-02-01', version: 2 })
    expect((await update({})).body.code).toBe('EDIT_CONFLICT')
    expect((await update({ version: 2, cnpj: '11222333000180' })).body.code).toBe('INVALID_INPUT')
    expect((await update({ version: 2, cnpj: 'abc' })).body.code).toBe('INVALID_INPUT')
    const remove = () => world.call(contractsApi.remove, { token: owner.token, params: { id } })
    expect((await remove()).body).toEqual({ removed: true })
    expect((await remove()).body.code).toBe('NOT_FOUND')
    expect((await list(barber.token)).body.barbers[0].contracts).toEqual([])
  })

  test('end at 50 of a barber', async () => {
    const { create, shop, barber, colleague } = await createScene()
    await sql`insert into barber_contracts (barbershop_id, barber_id, regime, starts_on, ends_on, created_at, updated_at)
      select ${shop.id}, ${barber.id}, 'employee', day, day, now(), now()
        from generate_series('2025-01-01'::date, '2025-02-19', '1 day') day`.execute(world.db)
    expect(await create()).toMatchObject({
      status: 409,
      body: { code: 'CONTRACT_LIMIT', message: expect.stringContaining('chegou a 50 contratos') },
    })
    expect((await create({ barberId: colleague.id })).status).toBe(201)
  })

  test('are seen by who may see the money, and each barber sees their own', async () => {
    const { create, list, barber, colleague } = await createScene()
    const { id } = (await create()).body
    const own = await list(barber.token)
    expect(own.body.barbers).toMatchObject([{ id: barber.id, contracts: [{ id }] }])
    expect((await list(colleague.token)).body.barbers).toMatchObject([{ id: colleague.id, contracts: [] }])
    expect((await create({}, barber.token)).status).toBe(403)
    const foreign = await createScene()
    expect((await list(foreign.owner.token)).body.code).toBe('BARBERSHOP_NOT_FOUND')
    expect((await create({ barberId: foreign.barber.id })).body.code).toBe('BARBER_NOT_FOUND')
  })
})

describe('the file of a contract', () => {
  test('is a PDF as it was sent, saved and never shown as a page; only for its barber and who sees the money', async () => {
    const { create, addFile, readFile, owner, barber, colleague } = await createScene()
    const { id } = (await create()).body
    expect((await readFile(id, owner.token)).statusCode).toBe(404)
    const added = await addFile(id, pdf)
    expect(added.status, JSON.stringify(added.body)).toBe(200)
    expect(added.body.file).toEqual({ type: 'application/pdf', bytes: pdf.length, addedAt: '2026-03-12T15:00:00.000Z' })
    for (const { token } of [owner, barber]) {
      const { statusCode, headers, rawPayload } = await readFile(id, token)
      expect([statusCode, rawPayload.equals(pdf)]).toEqual([200, true])
      expect(headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': 'attachment',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
    }
    expect((await readFile(id, colleague.token)).statusCode).toBe(404)
    const foreign = await createScene()
    expect((await readFile(id, foreign.owner.token)).statusCode).toBe(404)
    expect((await addFile(id, pdf, foreign.owner.token)).body.code).toBe('NOT_FOUND')
    expect((await addFile(id, pdf, barber.token)).status).toBe(403)
  })

  test('is a picture that is encoded again, in the place of what was there', async () => {
    const { create, addFile, readFile, owner } = await createScene()
    const { id } = (await create()).body
    await addFile(id, pdf)
    expect((await addFile(id, testImage)).body.file).toMatchObject({ type: 'image/webp' })
    const { headers, rawPayload } = await readFile(id, owner.token)
    expect(headers['content-type']).toBe('image/webp')
    expect(rawPayload.toString('latin1', 8, 12)).toBe('WEBP')
  })

  test('is nothing else: no page, no half file, not more than 5 MB', async () => {
    const { create, addFile, readFile, owner } = await createScene()
    const { id } = (await create()).body
    const hostile = [
      '<html><script>alert(1)</script>',
      '<svg onload="alert(1)"/>',
      '%PDF-1.7 cut off',
      'MZ',
      'x%PDF-1.7 %%EOF',
    ]
    for (const text of hostile) expect((await addFile(id, Buffer.from(text))).body.code).toBe('CONTRACT_FILE_INVALID')
    const large = Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024), pdf])
    expect((await addFile(id, large)).body.code).toBe('CONTRACT_FILE_TOO_LARGE')
    expect((await readFile(id, owner.token)).statusCode).toBe(404)
  })
})

describe('the shares of partners', () => {
  async function createEarning() {
    const scene = await createScene()
    const { owner, params, barber, colleague } = scene
    const terms = { ...halfTerms, assistantBasisPoints: 2000 }
    const startsOn = world.clock.now().toISOString().slice(0, 10)
    const plan = { barberId: null, seenVersion: 0, startsOn, terms }
    await world.call(commissionsApi.addPlan, { token: owner.token, params, body: plan })
    await scene.create()
    await scene.create({ barberId: colleague.id, cnpj: 'Q0SLFMBD7VX439', startsOn: '2026-03-12' })
    const service = (fields: object = {}) => ({
      kind: 'service',
      serviceId: scene.cut.id,
      barberId: barber.id,
      unitCents: 5000,
      ...fields,
    })
    async function earn(lines: object[]) {
      const { status, body } = await scene.close({ lines })
      expect(status, JSON.stringify(body)).toBe(200)
      return body.visit.id as string
    }
    async function read(month = '2026-03') {
      const { status, body } = await world.call(contractsApi.shares, { token: owner.token, params, query: { month } })
      expect(status, JSON.stringify(body)).toBe(200)
      expect(Value.Check(contractsApi.shares.schema.response[200], body)).toBe(true)
      return body as PartnerShares
    }
    const of = async (barberId: string, month?: string) =>
      (await read(month)).shares.find((share) => share.barber.id === barberId)
    const reverse = (id: string) =>
      world.call(visitsApi.reverse, { token: owner.token, params: { id }, body: { reason: 'Valor errado' } })
    return { ...scene, service, earn, read, of, reverse }
  }

  test('divide what customers paid for services; products and tips stand beside', async () => {
    const { service, earn, read, barber, pomade, params, owner } = await createEarning()
    const product = { kind: 'product', productId: pomade.id, barberId: barber.id, unitCents: 4000 }
    await earn([service({ discountCents: 1000 }), product, { kind: 'tip', barberId: barber.id, unitCents: 500 }])
    const { shares, total } = await read()
    const amounts = {
      servicesCents: 4000,
      partnerCents: 2000,
      barbershopCents: 2000,
      productsCents: 400,
      tipsCents: 500,
    }
    expect(shares).toMatchObject([
      { barber: { name: 'Beto Lima' }, cnpj, ...amounts },
      { barber: { name: 'Caio Prado' }, servicesCents: 0, partnerCents: 0, barbershopCents: 0 },
    ])
    expect(total).toEqual(amounts)
    const query = { month: '2026-03' }
    const csv = await world.call(contractsApi.sharesCsv, { token: owner.token, params, query })
    expect(String(csv.body).split('\r\n').slice(1)).toEqual([
      '03/2026;Beto Lima;11.222.333/0001-81;40,00;20,00;20,00;4,00;5,00',
      '03/2026;Caio Prado;Q0.SLF.MBD/7VX4-39;0,00;0,00;0,00;0,00;0,00',
      '03/2026;Total;;40,00;20,00;20,00;4,00;5,00',
      '',
    ])
  })

  test('give the part of an assistant to the contract of the assistant', async () => {
    const { service, earn, of, read, barber, colleague } = await createEarning()
    await earn([service({ assistantBarberId: colleague.id })])
    expect(await of(barber.id)).toMatchObject({ servicesCents: 4500, partnerCents: 2000, barbershopCents: 2500 })
    expect(await of(colleague.id)).toMatchObject({ servicesCents: 500, partnerCents: 500, barbershopCents: 0 })
    expect((await read()).total).toMatchObject({ servicesCents: 5000, partnerCents: 2500, barbershopCents: 2500 })
  })

  test('are of the local month in which a service was paid, or taken back, under the contract of its day', async () => {
    world.clock.set('2026-03-31T15:00:00Z')
    const { service, earn, of, reverse, create, list, barber, owner } = await createEarning()
    const last = (await list(barber.token)).body.barbers[0].contracts[0]
    const ended = { regime: 'partner', cnpj, startsOn: '2026-03-01', endsOn: '2026-03-31', version: 1 }
    await world.call(contractsApi.update, { token: owner.token, params: { id: last.id }, body: ended })
    await create({ startsOn: '2026-04-01', regime: 'employee', cnpj: null })
    // Still March in São Paulo.
    world.clock.set('2026-04-01T02:30:00Z')
    const visitId = await earn([service()])
    world.clock.set('2026-04-01T03:30:00Z')
    await earn([service()])
    expect(await of(barber.id, '2026-03')).toMatchObject({ servicesCents: 5000, partnerCents: 2500 })
    expect(await of(barber.id, '2026-04')).toBeUndefined()
    await reverse(visitId)
    expect(await of(barber.id, '2026-03')).toMatchObject({ servicesCents: 5000, partnerCents: 2500 })
    expect(await of(barber.id, '2026-04')).toMatchObject({
      servicesCents: -5000,
      partnerCents: -2500,
      barbershopCents: -2500,
    })
  })

  test('have what the owner concedes of a disputed line, which customers did not pay', async () => {
    const { service, earn, of, barber, owner, params } = await createEarning()
    await earn([service()])
    const query = { from: '2026-03-01', until: '2026-03-31' }
    const { body } = await world.call(commissionsApi.listEarnings, { token: barber.token, params, query })
    const line = { id: body.lines[0].id as string }
    const dispute = { token: barber.token, params: line, body: { reason: 'Faltou a barba' } }
    expect((await world.call(commissionsApi.dispute, dispute)).status).toBe(200)
    const response = { token: owner.token, params: line, body: { response: 'Certo', adjustmentCents: 300 } }
    expect((await world.call(commissionsApi.respond, response)).status).toBe(200)
    expect(await of(barber.id)).toMatchObject({ servicesCents: 5000, partnerCents: 2800, barbershopCents: 2200 })
  })

  test('are for who may see the money', async () => {
    const { params, barber } = await createScene()
    const foreign = await createScene()
    const query = { month: '2026-03' }
    expect((await world.call(contractsApi.shares, { token: barber.token, params, query })).status).toBe(403)
    const byOther = await world.call(contractsApi.shares, { token: foreign.owner.token, params, query })
    expect(byOther.body.code).toBe('BARBERSHOP_NOT_FOUND')
  })
})
