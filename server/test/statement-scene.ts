import { randomUUID } from 'node:crypto'
import { type StatementInbox, statementsApi } from '@na-regua/contract/statements'
import { toTxid } from '@na-regua/contract/txids'
import { visitsApi } from '@na-regua/contract/visits'
import { getBalance } from '../src/features/ledger/queries.ts'
import type { Harness } from './harness.ts'
import { createVisitScene, pay } from './visit-scene.ts'

type Received = { cents: number; text?: string; day?: string; id?: string }

/** A statement in OFX of the days from `first` to `last`, with these Pix. */
export function writeOfx(received: readonly Received[], { first = '2026-03-10', last = '2026-03-11' } = {}): string {
  const digits = (day: string) => day.replaceAll('-', '')
  const rows = received.map(({ cents, text = 'PIX RECEBIDO', day = last, id = randomUUID() }) =>
    [
      '<STMTTRN>',
      `<DTPOSTED>${digits(day)}`,
      `<TRNAMT>${(cents / 100).toFixed(2)}`,
      `<FITID>${id}`,
      `<MEMO>${text}`,
      '</STMTTRN>',
    ].join('\n'),
  )
  return `<OFX><STMTRS><BANKTRANLIST><DTSTART>${digits(first)}<DTEND>${digits(last)}\n${rows.join('\n')}</BANKTRANLIST></STMTRS></OFX>`
}

/** What a bank writes about a Pix whose code named this payment. */
export const naming = (paymentId: string) => `Pix recebido ${toTxid(paymentId)}`

/** A barbershop with visits that are paid by Pix, and its owner who imports statements. */
export async function createStatementScene(world: Harness) {
  const scene = await createVisitScene(world)
  const { owner, shop } = scene
  const params = { id: shop.id }

  async function upload(file: string, { token = owner.token, name = 'extrato.ofx', id = shop.id } = {}) {
    const head = `--grenze\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\n`
    const response = await world.app.inject({
      method: 'POST',
      url: `/api/barbershops/${id}/statements`,
      payload: Buffer.concat([Buffer.from(head), Buffer.from(file), Buffer.from('\r\n--grenze--\r\n')]),
      headers: { 'content-type': 'multipart/form-data; boundary=grenze', authorization: `Bearer ${token}` },
    })
    return { status: response.statusCode, body: response.json() }
  }

  return {
    ...scene,
    upload,
    /** Closes a visit that is paid by Pix. Returns the id of the payment and of the visit. */
    async sell(cents = 5000, fields: Record<string, unknown> = {}) {
      const payment = pay('pix', cents)
      const line = { kind: 'service', serviceId: scene.cut.id, barberId: scene.barber.id, unitCents: cents }
      const { body } = await scene.close({ lines: [line], payments: [payment], ...fields })
      return { id: payment.id, visitId: body.visit.id as string }
    },
    inbox: async (token = owner.token) =>
      (await world.call(statementsApi.inbox, { token, params })).body as StatementInbox,
    waiting: async (token = owner.token) => (await world.call(statementsApi.waiting, { token, params })).body.payments,
    match: (entryId: string, paymentId: string, token = owner.token) =>
      world.call(statementsApi.match, { token, params: { id: entryId }, body: { paymentId } }),
    setAside: (entryId: string, isSetAside = true, token = owner.token) =>
      world.call(statementsApi.setAside, { token, params: { id: entryId }, body: { isSetAside } }),
    accept: (paymentId: string, token = owner.token) =>
      world.call(statementsApi.accept, { token, params: { id: paymentId } }),
    confirm: (paymentId: string, token = owner.token) =>
      world.call(visitsApi.confirmPix, { token, params: { id: paymentId } }),
    reverse: (visitId: string, body: object = {}) =>
      world.call(visitsApi.reverse, {
        token: owner.token,
        params: { id: visitId },
        body: { reason: 'Valor errado', ...body },
      }),
    balances: async () => ({
      pix: await getBalance(world.db, { barbershopId: shop.id, kind: 'pix' }),
      pending: await getBalance(world.db, { barbershopId: shop.id, kind: 'pixPending' }),
      difference: await getBalance(world.db, { barbershopId: shop.id, kind: 'cashDifference' }),
    }),
  }
}
