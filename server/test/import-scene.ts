import type { ImportCounts, ImportDraft, ImportKind, ImportMapping, ImportReport } from '@na-regua/contract/imports'
import { importsApi } from '@na-regua/contract/imports'
import { createSubscription } from './factories.ts'
import type { Harness } from './harness.ts'
import { createMailbox } from './mailbox.ts'
import { createStatusScene } from './status-scene.ts'

/** The owner of a barbershop with a plan, and what they do with an import. */
export async function createImportScene(world: Harness, options: Parameters<typeof createStatusScene>[1] = {}) {
  const scene = await createStatusScene(world, options)
  const { owner, shop, barber } = scene
  await world.db.updateTable('users').set({ role: 'OWNER' }).where('id', '=', owner.id).execute()
  await world.db
    .updateTable('users')
    .set({ role: 'BARBER', name: 'Beto Barbeiro' })
    .where('id', '=', barber.id)
    .execute()
  await world.db.updateTable('barbershops').set({ phone: '6232320000' }).where('id', '=', shop.id).execute()
  await createSubscription(world, owner.id, { tier: 'premium' })
  const mailbox = createMailbox(world)

  async function upload(
    kind: ImportKind,
    file: string | Buffer,
    { token = owner.token, name = 'clientes.csv', id = shop.id } = {},
  ) {
    const head = `--grenze\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`
    const response = await world.app.inject({
      method: 'POST',
      url: `/api/barbershops/${id}/imports?kind=${kind}`,
      payload: Buffer.concat([Buffer.from(head), Buffer.from(file), Buffer.from('\r\n--grenze--\r\n')]),
      headers: { 'content-type': 'multipart/form-data; boundary=grenze', authorization: `Bearer ${token}` },
    })
    return { status: response.statusCode, body: response.json() }
  }

  const call = (route: (typeof importsApi)['check' | 'commit' | 'undo' | 'get'], id: string, body?: object) =>
    world.call(route, { token: owner.token, params: { id }, body })

  const check = async (draft: ImportDraft, change: Partial<ImportMapping> = {}) =>
    (await call(importsApi.check, draft.import.id, { ...draft.mapping, ...change })).body as ImportReport
  const commit = (id: string, version: number) => call(importsApi.commit, id, { version })
  const get = async (id: string) => (await call(importsApi.get, id)).body.import

  /** Uploads, checks with the guessed mapping, commits, and runs the job. */
  async function runImport(kind: ImportKind, file: string | Buffer, change: Partial<ImportMapping> = {}) {
    const draft: ImportDraft = (await upload(kind, file)).body
    const report = await check(draft, change)
    await commit(draft.import.id, report.version)
    await mailbox.deliver()
    return { draft, report, done: await get(draft.import.id) }
  }

  async function undo(id: string) {
    const response = await call(importsApi.undo, id)
    await mailbox.deliver()
    return { response, done: await get(id) }
  }

  const profiles = () =>
    world.db
      .selectFrom('customer_profiles')
      .select(['id', 'name', 'phone', 'email', 'birthday', 'notes', 'allergies', 'tags'])
      .where('barbershop_id', '=', shop.id)
      .where('user_id', 'is', null)
      .orderBy('name')
      .execute()
  const appointments = () =>
    world.db.selectFrom('appointments').selectAll().where('barbershop_id', '=', shop.id).orderBy('starts_at').execute()

  return { ...scene, profiles, appointments, mailbox, upload, check, commit, get, runImport, undo, call }
}

export const withoutLabels = ({ problems }: ImportReport) => problems.map(({ label: _, ...problem }) => problem)
export const importCounts = (change: Partial<ImportCounts>): ImportCounts => ({
  new: 0,
  known: 0,
  doubled: 0,
  skipped: 0,
  wrong: 0,
  ...change,
})

export const customersFile = [
  'Nome;Celular;Observações;Marcadores',
  'Ana Lima;(62) 99999-0001;"Máquina 2;\nsem gel";VIP, Barba',
  'Rui Dias;62 9999-0002;;',
  'Ana de Novo;+55 62 99999-0001;;',
  'Sem Fone;;;',
  ';62999990003;;',
  'Fone Ruim;123;;',
  '=1+1;62999990004;;',
  'https://golpe.com;62999990005;;',
  'Já Cliente;62977770001;;',
].join('\r\n')

export const agenda = [
  'Data;Hora;Cliente;Telefone;Serviço;Profissional;Valor;Status',
  '12/03/2026;14:00;Ana Lima;(62) 99999-0001;Corte;Beto;"55,00";Confirmado',
  '12/03/2026;14h30;Rui Dias;;corte;Beto Barbeiro;;',
  '12/03/2026;14:10;Zé Choca;;Corte;Beto;;',
  '01/03/2026;10:00;Ana Lima;62999990001;Corte;Beto;;',
  '13/03/2026;10:00;Ana Lima;62999990001;Corte;Beto;;Cancelado',
  '13/03/2026;11:00;Eva Sol;62999990002;Progressiva;Beto;;',
  '13/03/2026;12:00;Eva Sol;62999990002;Corte;Carlos;;',
  '12/03/2026;18:00;Ocupado;62999990003;Corte;Beto;;',
].join('\n')
