import { type Static, Type } from 'typebox'
import { IdAndName } from './appointments.ts'
import { Id, IdParams, Instant, Nullable, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'
import { AREA_CODE_PATTERN } from './text-limits.ts'

/** An import reads at most so many rows of a file; the file itself has the limit of every upload. */
export const MAX_IMPORT_ROWS = 20_000
export const MAX_IMPORT_COLUMNS = 60
/** Problems that a report lists; its counts are complete. */
export const MAX_IMPORT_PROBLEMS = 200
/** How long an import can be undone. */
export const UNDO_DAYS = 7

export const importKinds = ['customers', 'services', 'appointments'] as const
export type ImportKind = (typeof importKinds)[number]

/** What a column may contain, by kind of import. `name` of an appointment is its customer. */
export const importFields = {
  // `otherName` is read where the name is empty; of phones a mobile number is preferred.
  customers: [
    ...(['name', 'middleName', 'lastName', 'otherName'] as const),
    ...(['phone', 'otherPhone', 'email', 'birthday', 'notes', 'allergies', 'tags'] as const),
  ],
  services: ['name', 'description', 'duration', 'price'],
  appointments: [
    ...(['date', 'time', 'end', 'duration', 'name', 'lastName', 'phone', 'otherPhone'] as const),
    // A calendar's title has service and customer in one text.
    ...(['service', 'barber', 'title', 'price', 'notes', 'status'] as const),
  ],
} as const satisfies Record<ImportKind, readonly string[]>
export type ImportField = (typeof importFields)[ImportKind][number]

const allFields = [...new Set(Object.values(importFields).flat())] as ImportField[]

/** A name in the file and what it means here; null leaves its rows out. */
const NameChoice = Strict({ name: Text({ min: 1, max: 200 }), id: Nullable(Id) })
export type NameChoice = Static<typeof NameChoice>

/** A status of an appointment in the file, and whether the appointment takes place. */
const StatusChoice = Strict({ name: Text({ min: 1, max: 200 }), isOpen: Type.Boolean() })
export type StatusChoice = Static<typeof StatusChoice>

/** Encodings of text files that programs write: UTF-8 and UTF-16, and those of Windows, MS-DOS and old Macs. */
export const importEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'ibm850', 'macintosh'] as const
export type ImportEncoding = (typeof importEncodings)[number]

export const importSeparators = [';', ',', '\t', '|'] as const

/** 05/02: the fifth of February, or the second of May. */
export const dateOrders = ['DAY_MONTH', 'MONTH_DAY'] as const
export type DateOrder = (typeof dateOrders)[number]

const HeaderRow = Type.Integer({ minimum: 0, maximum: 10_000 })

/** How a table is read. `headerRow` 0: it has none. */
const ImportReading = Type.Object({
  separator: Type.String(),
  headerRow: Type.Integer(),
  encoding: Type.Enum(importEncodings),
  /** The first rows, one of which is the header. */
  firstRows: Type.Array(Type.Object({ row: Type.Integer(), text: Type.String() })),
})
export type ImportReading = Static<typeof ImportReading>

export const ImportMapping = Strict({
  /** As in the upload, where the owner has corrected it. */
  separator: Type.Optional(Type.Enum(importSeparators)),
  headerRow: Type.Optional(HeaderRow),
  /** How days in numbers are written. Needed where the file writes the month first, or may do so. */
  dateOrder: Type.Optional(Nullable(Type.Enum(dateOrders))),
  /** Statuses that are not known. */
  statuses: Type.Optional(Type.Array(StatusChoice, { maxItems: 200 })),
  /** By position of the column; null: it is not read. */
  columns: Type.Array(Nullable(Type.Enum(allFields)), { maxItems: MAX_IMPORT_COLUMNS }),
  barbers: Type.Array(NameChoice, { maxItems: 200 }),
  services: Type.Array(NameChoice, { maxItems: 300 }),
  /** For rows without a barber or service. */
  barberId: Nullable(Id),
  serviceId: Nullable(Id),
  /** Completes phones without one, two digits. */
  areaCode: Nullable(Type.String({ pattern: AREA_CODE_PATTERN })),
})
export type ImportMapping = Static<typeof ImportMapping>

/**
 * new: is imported. known: the barbershop has it already. doubled: an earlier row of the file has it. skipped: past or cancelled.
 * wrong: cannot be imported, with the reason.
 */
export const importOutcomes = ['new', 'known', 'doubled', 'skipped', 'wrong'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

const Count = Type.Integer({ minimum: 0 })
const ImportCounts = Type.Object({ new: Count, known: Count, doubled: Count, skipped: Count, wrong: Count })
export type ImportCounts = Static<typeof ImportCounts>

const ImportProblem = Type.Object({
  /** As a spreadsheet numbers it, with the header as row 1; of a calendar the number of the event or occurrence. */
  row: Type.Integer(),
  /** The name or title in the row, of a calendar with its start; in what is stored after the import only the start. */
  label: Type.String(),
  outcome: Type.Enum(importOutcomes),
  /** In Portuguese, ready to show. */
  reason: Type.String(),
})
export type ImportProblem = Static<typeof ImportProblem>

/** A name of the file that the barbershop does not have, and in how many rows. */
const UnknownName = Type.Object({ name: Type.String(), rows: Type.Integer() })
export type UnknownName = Static<typeof UnknownName>

export const importStatuses = ['DRAFT', 'RUNNING', 'DONE', 'UNDOING', 'UNDONE'] as const

/** What the undo has left: used or changed since the import. */
const RetainedRow = Type.Object({ row: Type.Integer(), name: Type.String(), reason: Type.String() })

export const DataImport = Type.Object({
  id: Id,
  barbershopId: Id,
  kind: Type.Enum(importKinds),
  fileName: Type.String(),
  status: Type.Enum(importStatuses),
  /** Rows of the file, without the header. */
  rows: Type.Integer(),
  /** How many of them the import has handled. */
  handled: Type.Integer(),
  counts: ImportCounts,
  problems: Type.Array(ImportProblem),
  createdAt: Instant,
  /** Null unless it can be undone. */
  undoUntil: Nullable(Instant),
  /** How many an undo removed, and what it did not. */
  removed: Type.Integer(),
  retained: Type.Array(RetainedRow),
  retainedCount: Type.Integer(),
})
export type DataImport = Static<typeof DataImport>

const ImportColumn = Type.Object({ header: Type.String(), samples: Type.Array(Type.String()) })
export type ImportColumn = Static<typeof ImportColumn>

/** What the owner should know of the file as a whole, in Portuguese, ready to show. */
const ImportNotes = Type.Array(Type.String())

/** A file that was read, with the guessed mapping for the owner to correct. */
const ImportDraft = Type.Object({
  import: DataImport,
  columns: Type.Array(ImportColumn),
  notes: ImportNotes,
  /** Null of a calendar and of contacts. */
  reading: Nullable(ImportReading),
  mapping: ImportMapping,
  barbers: Type.Array(IdAndName),
  services: Type.Array(IdAndName),
})
export type ImportDraft = Static<typeof ImportDraft>

/** What the import would do. */
const ImportReport = Type.Object({
  /** The import to commit is the one that was checked: a later check has another version. */
  version: Type.Integer(),
  counts: ImportCounts,
  problems: Type.Array(ImportProblem),
  notes: ImportNotes,
  /** The first rows that would be imported, as they are understood. */
  samples: Type.Array(Type.Object({ row: Type.Integer(), text: Type.String() })),
  unknownBarbers: Type.Array(UnknownName),
  unknownServices: Type.Array(UnknownName),
  unknownStatuses: Type.Array(UnknownName),
})
export type ImportReport = Static<typeof ImportReport>

const ImportResponse = Type.Object({ import: DataImport })

/** Customers, services and appointments from another program. Only who owns or manages the barbershop; nothing is sent to the customers. */
export const importsApi = defineApi(
  { tag: 'imports', description: 'Clientes, serviços e horários de outro programa' },
  {
    list: route('GET', '/barbershops/:id/imports', {
      summary: 'As importações dos últimos dias',
      params: IdParams,
      errors: ['BARBERSHOP_NOT_FOUND'],
      response: { 200: Type.Object({ imports: Type.Array(DataImport) }) },
    }),
    upload: route('POST', '/barbershops/:id/imports', {
      summary: 'Envia um arquivo CSV, iCalendar ou vCard e adivinha as colunas; nada é importado ainda',
      upload: 'file',
      uploadedFile: 'CSV, texto separado por tabulações, iCalendar (.ics) ou vCard (.vcf) de no máximo 5 MB',
      params: IdParams,
      querystring: Strict({
        kind: Type.Enum(importKinds),
        /** How the table is read; what is missing is found. */
        encoding: Type.Optional(Type.Enum(importEncodings)),
        separator: Type.Optional(Type.Enum(importSeparators)),
        headerRow: Type.Optional(HeaderRow),
      }),
      errors: ['BARBERSHOP_NOT_FOUND', 'IMPORT_INVALID', 'IMPORT_TOO_LARGE'],
      response: { 200: ImportDraft },
    }),
    check: route('POST', '/imports/:id/check', {
      summary: 'Simula a importação: o que é novo, conhecido, repetido ou errado; nada é importado',
      params: IdParams,
      body: ImportMapping,
      errors: ['IMPORT_NOT_FOUND', 'IMPORT_CLOSED', 'IMPORT_INVALID'],
      response: { 200: ImportReport },
    }),
    commit: route('POST', '/imports/:id/commit', {
      summary: 'Importa o que foi simulado. Repetida, responde com a mesma importação',
      params: IdParams,
      body: Strict({ version: Type.Integer({ minimum: 1 }) }),
      errors: ['IMPORT_NOT_FOUND', 'EDIT_CONFLICT', 'PLAN_LAPSED'],
      response: { 200: ImportResponse },
    }),
    get: route('GET', '/imports/:id', {
      summary: 'O andamento e o resultado de uma importação',
      params: IdParams,
      errors: ['IMPORT_NOT_FOUND'],
      response: { 200: ImportResponse },
    }),
    undo: route('POST', '/imports/:id/undo', {
      summary: 'Desfaz uma importação: remove o que ela criou e ninguém usou nem mudou desde então',
      params: IdParams,
      errors: ['IMPORT_NOT_FOUND', 'IMPORT_CLOSED', 'IMPORT_FINAL'],
      response: { 200: ImportResponse },
    }),
  },
)
