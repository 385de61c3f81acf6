import {
  dateOrders,
  type ImportDraft,
  type ImportEncoding,
  type ImportField,
  type ImportKind,
  type ImportMapping,
  type ImportReading,
  type ImportReport,
  importEncodings,
  importFields,
  importSeparators,
  type UnknownName,
} from '@na-regua/contract/imports'
import { AREA_CODE_PATTERN, matchesPattern } from '@na-regua/contract/text-limits'
import { useId } from 'react'
import { formatCount } from '../../lib/format.ts'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ReadingChoice } from './import-result.tsx'

const fieldNames: Record<ImportField, string> = {
  name: 'Nome',
  middleName: 'Nome do meio',
  lastName: 'Sobrenome',
  otherName: 'Apelido, se faltar o nome',
  phone: 'Telefone',
  otherPhone: 'Outro telefone',
  email: 'E-mail',
  birthday: 'Aniversário',
  notes: 'Observações',
  allergies: 'Alergias',
  tags: 'Marcadores',
  description: 'Descrição',
  duration: 'Duração',
  price: 'Preço',
  title: 'Título com serviço e cliente',
  service: 'Serviço',
  barber: 'Profissional',
  date: 'Data, ou data e hora',
  time: 'Hora',
  end: 'Fim',
  status: 'Situação',
}

const nameOf = (kind: ImportKind, field: ImportField) =>
  kind === 'appointments' && field === 'name' ? 'Nome do cliente' : fieldNames[field]

type MappingProps = {
  draft: ImportDraft
  mapping: ImportMapping
  onChange: (mapping: ImportMapping) => void
}

const separatorNames: Record<string, string> = {
  ';': 'Ponto e vírgula ( ; )',
  ',': 'Vírgula ( , )',
  '\t': 'Tabulação',
  '|': 'Barra ( | )',
}
const encodingNames: Record<ImportEncoding, string> = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16 BE)',
  'windows-1252': 'Windows',
  ibm850: 'MS-DOS',
  macintosh: 'Macintosh',
}
const firstRowNames: Record<ImportKind, string> = {
  customers: 'A 1ª linha é um cliente',
  services: 'A 1ª linha é um serviço',
  appointments: 'A 1ª linha é um agendamento',
}

type ReadingProps = {
  kind: ImportKind
  reading: ImportReading
  isReading: boolean
  onChange: (choice: ReadingChoice) => void
}

/** How the table was read, for the owner to correct: the file is read again. */
export function ReadingFields({ kind, reading, isReading, onChange }: ReadingProps) {
  const { separator, headerRow, encoding, firstRows } = reading
  const separators = importSeparators.map((value) => ({ value, label: separatorNames[value] ?? value }))
  const rows = firstRows.map(({ row, text }) => ({ value: String(row), label: `Linha ${row}: ${text}` }))
  const encodings = importEncodings.map((value) => ({ value, label: encodingNames[value] }))
  const ids = useId()
  return (
    <details>
      <summary className="cursor-pointer font-semibold">As colunas ou os acentos estão errados?</summary>
      <div className="mt-3 grid grid-cols-1 gap-4 sm:grid-cols-3">
        <FieldFrame id={`${ids}separator`} label="Separador">
          <Select
            id={`${ids}separator`}
            disabled={isReading}
            options={
              separatorNames[separator] ? separators : [{ value: separator, label: `( ${separator} )` }, ...separators]
            }
            value={separator}
            onChange={(value) => onChange({ separator: value })}
          />
        </FieldFrame>
        <FieldFrame id={`${ids}header`} label="Nomes das colunas">
          <Select
            id={`${ids}header`}
            disabled={isReading}
            options={[{ value: '0', label: firstRowNames[kind] }, ...rows]}
            value={String(headerRow)}
            onChange={(value) => onChange({ headerRow: Number(value) })}
          />
        </FieldFrame>
        <FieldFrame id={`${ids}encoding`} label="Acentos">
          <Select
            id={`${ids}encoding`}
            disabled={isReading}
            options={encodings}
            value={encoding}
            onChange={(value) => onChange({ encoding: importEncodings.find((one) => one === value) ?? encoding })}
          />
        </FieldFrame>
      </div>
    </details>
  )
}

const severalColumns: readonly ImportField[] = ['otherPhone', 'otherName', 'notes', 'tags']

/**
 * What each column of the file contains. Most fields are in one column: choosing one again takes it from the other; of phones and
 * texts several are read.
 */
export function ColumnFields({ draft, mapping, onChange }: MappingProps) {
  const { kind } = draft.import
  const options = [
    { value: '', label: 'Não importar' },
    ...importFields[kind].map((field) => ({ value: field, label: nameOf(kind, field) })),
  ]
  const choose = (column: number, value: string) =>
    onChange({
      ...mapping,
      columns: mapping.columns.map((field, index) => {
        if (index === column) return (value || null) as ImportField | null
        return field === value && !severalColumns.includes(field as ImportField) ? null : field
      }),
    })
  return (
    <ul
      aria-label="Colunas do arquivo"
      className="grid grid-cols-1 divide-y divide-line rounded-card border border-line bg-card"
    >
      {draft.columns.map(({ header, samples }, column) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other identity than its position.
          key={column}
          className="grid grid-cols-1 items-center gap-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_15rem] sm:gap-4"
        >
          <span className="min-w-0">
            <span className="line-clamp-3 wrap-anywhere font-semibold">{header}</span>
            <span className="line-clamp-4 wrap-anywhere text-sm text-mute">{samples.join(' · ') || 'vazia'}</span>
          </span>
          <Select
            aria-label={`A coluna ${header} tem`}
            options={options}
            value={mapping.columns[column] ?? ''}
            onChange={(value) => choose(column, value)}
          />
        </li>
      ))}
    </ul>
  )
}

/** What the file does not state: the area code of phones, and the barber and service of rows without one. */
export function UsualValues({ draft, mapping, onChange }: MappingProps) {
  const { kind } = draft.import
  if (kind === 'services') return null
  const hasDays = kind === 'appointments' || mapping.columns.includes('birthday')
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      {draft.reading && hasDays && <DateOrderField mapping={mapping} onChange={onChange} />}
      {kind === 'appointments' && (
        <>
          <UsualChoice
            label="Horários sem profissional são de"
            items={draft.barbers}
            value={mapping.barberId}
            onChange={(barberId) => onChange({ ...mapping, barberId })}
          />
          <UsualChoice
            label="Horários sem serviço são de"
            items={draft.services}
            value={mapping.serviceId}
            onChange={(serviceId) => onChange({ ...mapping, serviceId })}
          />
        </>
      )}
      <TextField
        label="DDD dos telefones sem DDD"
        inputMode="numeric"
        maxLength={2}
        autoComplete="off"
        defaultValue={mapping.areaCode ?? ''}
        onChange={({ target }) =>
          onChange({ ...mapping, areaCode: matchesPattern(AREA_CODE_PATTERN, target.value) ? target.value : null })
        }
      />
    </div>
  )
}

/** For files that may write the month first. */
function DateOrderField({ mapping, onChange }: Pick<MappingProps, 'mapping' | 'onChange'>) {
  const id = useId()
  const options = [
    { value: '', label: 'Como no Brasil, se não houver dúvida' },
    { value: 'DAY_MONTH', label: 'Dia/mês: 05/02 é 5 de fevereiro' },
    { value: 'MONTH_DAY', label: 'Mês/dia: 05/02 é 2 de maio' },
  ]
  return (
    <FieldFrame id={id} label="Ordem das datas">
      <Select
        id={id}
        options={options}
        value={mapping.dateOrder ?? ''}
        onChange={(value) => onChange({ ...mapping, dateOrder: dateOrders.find((one) => one === value) ?? null })}
      />
    </FieldFrame>
  )
}

type UsualChoiceProps = {
  label: string
  items: ImportDraft['barbers']
  value: string | null
  onChange: (id: string | null) => void
}

function UsualChoice({ label, items, value, onChange }: UsualChoiceProps) {
  const id = useId()
  const options = [{ value: '', label: 'Não importar' }, ...items.map((one) => ({ value: one.id, label: one.name }))]
  return (
    <FieldFrame id={id} label={label}>
      <Select id={id} options={options} value={value ?? ''} onChange={(chosen) => onChange(chosen || null)} />
    </FieldFrame>
  )
}

const LEAVE_OUT = 'fora'

type NameFieldsProps = {
  title: string
  unknown: readonly UnknownName[]
  known: ImportDraft['barbers']
  choices: ImportMapping['barbers']
  onChange: (choices: ImportMapping['barbers']) => void
}

/** Services and barbers of the file that the barbershop does not have. */
export function UnknownNames({ report, draft, mapping, onChange }: MappingProps & { report: ImportReport }) {
  return (
    <>
      <NameFields
        title="Serviços que não conhecemos"
        unknown={report.unknownServices}
        known={draft.services}
        choices={mapping.services}
        onChange={(services) => onChange({ ...mapping, services })}
      />
      <NameFields
        title="Profissionais que não conhecemos"
        unknown={report.unknownBarbers}
        known={draft.barbers}
        choices={mapping.barbers}
        onChange={(barbers) => onChange({ ...mapping, barbers })}
      />
      <UnknownStatuses report={report} draft={draft} mapping={mapping} onChange={onChange} />
    </>
  )
}

const statusMeanings = [{ id: 'aberto', name: 'Vai acontecer' }] as const

/** Statuses of the other program: whether the appointment takes place. */
function UnknownStatuses({ report, mapping, onChange }: MappingProps & { report: ImportReport }) {
  return (
    <NameFields
      title="Situações que não conhecemos"
      unknown={report.unknownStatuses}
      known={[...statusMeanings]}
      choices={(mapping.statuses ?? []).map(({ name, isOpen }) => ({ name, id: isOpen ? statusMeanings[0].id : null }))}
      onChange={(choices) =>
        onChange({ ...mapping, statuses: choices.map(({ name, id }) => ({ name, isOpen: id !== null })) })
      }
    />
  )
}

/** Names of the file that the barbershop does not have: the owner says which of its own they are. */
function NameFields({ title, unknown, known, choices, onChange }: NameFieldsProps) {
  // Those that were chosen before stay, although the last check knew them.
  const names = [...new Set([...choices.map(({ name }) => name), ...unknown.map(({ name }) => name)])]
  if (names.length === 0) return null
  const choose = (name: string, value: string) => {
    const others = choices.filter((choice) => choice.name !== name)
    onChange(value ? [...others, { name, id: value === LEAVE_OUT ? null : value }] : others)
  }
  const chosenFor = (name: string) => {
    const choice = choices.find((one) => one.name === name)
    return choice ? (choice.id ?? LEAVE_OUT) : ''
  }
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-2 font-semibold">{title}</legend>
      {names.map((name) => (
        <div key={name} className="grid grid-cols-1 items-center gap-2 sm:grid-cols-[minmax(0,1fr)_15rem] sm:gap-4">
          <span className="min-w-0">
            <span className="line-clamp-3 wrap-anywhere">{name}</span>
            <span className="text-sm text-mute">
              {formatCount(unknown.find((one) => one.name === name)?.rows ?? 0, 'linha espera', 'linhas esperam')}
            </span>
          </span>
          <Select
            aria-label={`${name} é`}
            options={[
              { value: '', label: 'Escolha' },
              ...known.map((one) => ({ value: one.id, label: one.name })),
              { value: LEAVE_OUT, label: 'Deixar de fora' },
            ]}
            value={chosenFor(name)}
            onChange={(value) => choose(name, value)}
          />
        </div>
      ))}
    </fieldset>
  )
}

/** How the mapping reads the first rows. */
export function Samples({ samples }: Pick<ImportReport, 'samples'>) {
  if (samples.length === 0) return null
  return (
    <div className="grid grid-cols-1 gap-1 text-sm">
      <h3 className="text-base font-semibold">Como entendemos as primeiras linhas</h3>
      <ul className="grid grid-cols-1 gap-1">
        {samples.map(({ row, text }) => (
          <li key={row} className="wrap-anywhere">
            <span className="text-mute tabular-nums">{row} · </span>
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
