import type { ImportKind, ImportMapping } from '@na-regua/contract/imports'
import { guessColumns } from '../src/features/imports/files/guess-mapping.ts'
import { readImportFile } from '../src/features/imports/files/read-import-file.ts'
import { createScope, type FileToRead, readRows } from '../src/features/imports/threads/read-rows.ts'

const service = (id: string, name: string, priceCents: number) => ({
  id,
  name,
  durationMin: 30,
  priceCents,
  isActive: true,
})

/** A barbershop in Goiânia, on the day on which the files were written. */
const readingTarget = {
  id: 'shop',
  name: 'Barbearia Exemplo',
  ownerId: 'owner',
  timeZone: 'America/Sao_Paulo',
  phones: ['6232320000'],
  barbers: [{ id: 'barber', userId: 'user', name: 'Yuri Barbosa Ribeiro' }],
  services: [
    service('cut', 'Corte masculino', 4500),
    service('beard', 'Barba na toalha quente', 3500),
    service('brow', 'Sobrancelha', 2000),
  ],
}

type Reading = Partial<Pick<ImportMapping, 'columns' | 'separator' | 'headerRow' | 'dateOrder' | 'statuses'>>

/** What an import would do with a file, by the guessed columns, without a database: the values of each row, or why it is not imported. */
export async function readImport(kind: ImportKind, file: Uint8Array | string, change: Reading = {}) {
  const now = new Date('2026-11-28T15:00:00Z')
  const { columns, ...options } = change
  const { separator, headerRow } = options
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const read = await readImportFile({
    bytes,
    kind,
    timeZone: readingTarget.timeZone,
    uploadedAt: now,
    separator,
    headerRow,
  })
  const mapping: ImportMapping = {
    ...options,
    columns: columns ?? guessColumns(kind, read.header),
    barbers: [],
    services: [],
    barberId: 'barber',
    serviceId: 'cut',
    areaCode: '62',
  }
  const stored: FileToRead = { kind, mapping, barbershopId: 'shop', content: read.content, createdAt: now }
  const { rows, notes } = await readRows(stored, createScope(stored, readingTarget, now))
  return {
    reading: read.reading,
    header: read.header,
    columns: mapping.columns,
    notes: [...new Set([...read.notes, ...notes])],
    rows: rows.map(({ row, item, problem, partOf }) => ({
      row,
      ...(item && { item: item as unknown as Record<string, unknown> }),
      ...(problem && { problem: `${problem.outcome}: ${problem.message}` }),
      ...(partOf !== undefined && { partOf }),
    })),
  }
}

/** The values of a row in one line, as a table of a test has them. */
export function describeRow({ item, problem, partOf }: Awaited<ReturnType<typeof readImport>>['rows'][number]): string {
  if (problem) return problem
  if (!item) return `part of ${partOf}`
  const { name, phone, email, birthday, notes, tags, durationMin, priceCents, start, customerName, serviceName } = item
  if (start instanceof Date) {
    const local = Temporal.Instant.from(start.toISOString()).toZonedDateTimeISO(readingTarget.timeZone)
    const time = local.toPlainDateTime().toString({ smallestUnit: 'minute' })
    return [time, durationMin, customerName, phone ?? 'no phone', serviceName, priceCents].join(' | ')
  }
  if (priceCents !== undefined) return [name, priceCents, durationMin].join(' | ')
  return [name, phone, email, birthday, notes, (tags as string[]).join('+')].filter(Boolean).join(' | ')
}
