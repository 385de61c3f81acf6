import { type DataImport, type ImportDraft, type ImportReport, importsApi } from '@na-regua/contract/imports'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { apiError, startFakeApi } from '../../../test/fake-api.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { Result } from './import-result.tsx'
import { ImportSteps } from './import-steps.tsx'

const api = startFakeApi()
afterEach(cleanup)

const counts = { new: 3, known: 0, doubled: 0, skipped: 0, wrong: 0 }
const dataImport = {
  id: 'import',
  barbershopId: 'shop',
  kind: 'appointments',
  fileName: 'agenda.csv',
  status: 'DRAFT',
  rows: 3,
  handled: 0,
  counts,
  problems: [],
  createdAt: '2030-03-12T12:00:00.000Z',
  undoUntil: null,
  removed: 0,
  retained: [],
  retainedCount: 0,
} as DataImport
const draft: ImportDraft = {
  import: dataImport,
  columns: [],
  notes: ['Sobre o fuso.'],
  reading: null,
  barbers: [],
  services: [{ id: 'cut', name: 'Corte' }],
  mapping: { columns: [], barbers: [], services: [], barberId: null, serviceId: null, areaCode: null },
}
const report: ImportReport = {
  version: 1,
  counts,
  problems: [],
  notes: ['Sobre o fuso.'],
  samples: [],
  unknownBarbers: [],
  unknownStatuses: [],
  unknownServices: [{ name: 'Degradê', rows: 2 }],
}

let uploadedDraft = draft
const sent: File[] = []

/** Responds to every upload with the draft. */
class FakeUpload {
  status = 200
  response = uploadedDraft
  upload = {}
  onload = () => {}
  open() {}
  setRequestHeader() {}
  send(form: FormData) {
    sent.push(form.get('file') as File)
    queueMicrotask(() => this.onload())
  }
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const show = (page: React.ReactNode) =>
  render(<QueryClientProvider client={createQueryClient()}>{page}</QueryClientProvider>)

async function openReport() {
  uploadedDraft = draft
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  api.respond(importsApi.check, () => report)
  show(
    <ImportSteps barbershopId="shop" timeZone="America/Sao_Paulo">
      {null}
    </ImportSteps>,
  )
  const file = new File(['a'], 'agenda.csv', { type: 'text/csv' })
  fireEvent.change(screen.getByLabelText('Escolher arquivo'), { target: { files: [file] } })
  fireEvent.click(await button('Conferir'))
  await button('Importar 3 agendamentos')
}

test('a choice that could not be checked is not imported until it is', async () => {
  await openReport()
  api.respond(importsApi.check, () => apiError(500, 'INTERNAL'))
  fireEvent.change(screen.getByLabelText('Degradê é'), { target: { value: 'cut' } })
  expect(await screen.findByText(/última escolha ainda não foi conferida/)).toBeTruthy()
  expect(await button('Importar 3 agendamentos')).toHaveProperty('disabled', true)
  api.respond(importsApi.check, () => ({ ...report, version: 2, counts: { ...counts, new: 5 } }))
  fireEvent.click(await button('Conferir de novo'))
  expect(await button('Importar 5 agendamentos')).toHaveProperty('disabled', false)
  expect(api.listRequests(importsApi.check).at(-1)?.body).toMatchObject({ services: [{ name: 'Degradê', id: 'cut' }] })
})

const pastEvents = 'BEGIN:VEVENT\r\nDTSTART:20200102T100000Z\r\nEND:VEVENT\r\n'.repeat(30_000)

test('of a large calendar only what is ahead is sent; what is left out, and what is known of the file, is said', async () => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  const problem = { row: 2, label: 'Corte - Bruno, 01/12 10:00', outcome: 'wrong' as const, reason: 'Repetição' }
  api.respond(importsApi.check, () => ({ ...report, problems: [problem] }))
  uploadedDraft = { ...draft, import: { ...dataImport, fileName: 'agenda.ics' } }
  show(
    <ImportSteps barbershopId="shop" timeZone="America/Sao_Paulo">
      {null}
    </ImportSteps>,
  )
  const text = `BEGIN:VCALENDAR\r\n${pastEvents}BEGIN:VEVENT\r\nDTSTART:20990102T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR`
  const file = new File([text], 'agenda.ics', { type: 'text/calendar' })
  fireEvent.change(screen.getByLabelText('Escolher arquivo'), { target: { files: [file] } })
  expect(await screen.findByText('30.000 eventos que já passaram ficaram de fora.')).toBeTruthy()
  expect(screen.getByText('agenda.ics, 3 eventos')).toBeTruthy()
  expect(sent.at(-1)?.size).toBeLessThan(200)
  fireEvent.click(await button('Conferir'))
  expect(await screen.findByText('Evento 2')).toBeTruthy()
  expect(screen.getByText('Corte - Bruno, 01/12 10:00')).toBeTruthy()
  expect(screen.getByText('Sobre o fuso.')).toBeTruthy()
})

test('the file chooser shows contacts for customers and calendars for appointments', () => {
  show(
    <ImportSteps barbershopId="shop" timeZone="America/Sao_Paulo">
      {null}
    </ImportSteps>,
  )
  const accepted = () => screen.getByLabelText<HTMLInputElement>('Escolher arquivo').accept.split(',')
  expect(accepted()).toContain('.vcf')
  fireEvent.click(screen.getByText('Agendamentos'))
  expect(accepted()).toEqual(expect.arrayContaining(['.ics', '.zip', '.csv']))
})

test('a table is read again with another separator, and its columns are those of the new reading', async () => {
  const urls: string[] = []
  const reading = {
    separator: ';',
    headerRow: 1,
    encoding: 'utf-8' as const,
    firstRows: [{ row: 1, text: 'Nome,Tel' }],
  }
  const columnsOf = (...headers: string[]) => headers.map((header) => ({ header, samples: [] }))
  uploadedDraft = { ...draft, reading, columns: columnsOf('Nome,Tel') }
  class RecordingUpload extends FakeUpload {
    override open(...[, url]: string[]) {
      urls.push(url ?? '')
      this.response = uploadedDraft
    }
  }
  vi.stubGlobal('XMLHttpRequest', RecordingUpload)
  show(
    <ImportSteps barbershopId="shop" timeZone="America/Sao_Paulo">
      {null}
    </ImportSteps>,
  )
  const file = new File(['Nome,Tel'], 'clientes.csv', { type: 'text/csv' })
  fireEvent.change(screen.getByLabelText('Escolher arquivo'), { target: { files: [file] } })
  expect(await screen.findByLabelText('A coluna Nome,Tel tem')).toBeTruthy()
  uploadedDraft = { ...uploadedDraft, reading: { ...reading, separator: ',' }, columns: columnsOf('Nome', 'Tel') }
  fireEvent.change(screen.getByLabelText('Separador'), { target: { value: ',' } })
  expect(await screen.findByLabelText('A coluna Tel tem')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Nomes das colunas'), { target: { value: '0' } })
  await waitFor(() => expect(urls).toHaveLength(3))
  expect(urls.map((url) => url.split('?')[1])).toEqual([
    'kind=customers',
    'kind=appointments&separator=%2C',
    'kind=appointments&separator=%2C&headerRow=0',
  ])
})

test('the order of dates is a choice where a column has birthdays', async () => {
  const reading = { separator: ';', headerRow: 1, encoding: 'utf-8' as const, firstRows: [] }
  const columns = ['Nome', 'Niver'].map((header) => ({ header, samples: [] }))
  const mapping = { ...draft.mapping, columns: ['name', null] as ImportDraft['mapping']['columns'] }
  uploadedDraft = { ...draft, import: { ...dataImport, kind: 'customers' }, reading, columns, mapping }
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  show(
    <ImportSteps barbershopId="shop" timeZone="America/Sao_Paulo">
      {null}
    </ImportSteps>,
  )
  fireEvent.change(screen.getByLabelText('Escolher arquivo'), { target: { files: [new File(['a'], 'a.csv')] } })
  expect(await screen.findByLabelText('A coluna Niver tem')).toBeTruthy()
  expect(screen.queryByLabelText('Ordem das datas')).toBeNull()
  fireEvent.change(screen.getByLabelText('A coluna Niver tem'), { target: { value: 'birthday' } })
  expect(screen.getByLabelText('Ordem das datas')).toBeTruthy()
})

test('the failure of an import is not shown with the columns', async () => {
  await openReport()
  api.respond(importsApi.commit, () => apiError(409, 'IMPORT_CLOSED'))
  fireEvent.click(await button('Importar 3 agendamentos'))
  expect(await screen.findByText('message of IMPORT_CLOSED')).toBeTruthy()
  fireEvent.click(await button('Voltar às colunas'))
  await button('Outro arquivo')
  expect(screen.queryByText('message of IMPORT_CLOSED')).toBeNull()
})

test('an import is undone after a second press only', async () => {
  const done = { ...dataImport, status: 'DONE' as const, undoUntil: '2030-03-19T12:00:00.000Z' }
  api.respond(importsApi.get, () => ({ import: done }))
  api.respond(importsApi.undo, () => ({ import: done }))
  show(<Result id="import" timeZone="America/Sao_Paulo" onRestart={() => {}} />)
  fireEvent.click(await button('Desfazer importação'))
  fireEvent.click(await button('Voltar'))
  fireEvent.click(await button('Desfazer importação'))
  await screen.findByRole('dialog', { name: 'Desfazer importação?' })
  expect(api.listRequests(importsApi.undo)).toHaveLength(0)
  fireEvent.click(await button('Sim, desfazer'))
  await waitFor(() => expect(api.listRequests(importsApi.undo)).toHaveLength(1))
})
