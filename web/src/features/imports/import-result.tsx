import {
  type DataImport,
  type ImportCounts,
  type ImportDraft,
  type ImportKind,
  type ImportMapping,
  type ImportOutcome,
  type ImportProblem,
  type ImportReading,
  importsApi,
} from '@na-regua/contract/imports'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { formatCount, formatDate, formatNumber } from '../../lib/format.ts'
import { uploadFile } from '../../lib/upload.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { describeReasons, rowWordsOf, shrinkImportFile } from './rules.ts'

export const kindNames: Record<ImportKind, string> = {
  customers: 'Clientes',
  services: 'Serviços',
  appointments: 'Agendamentos',
}

const outcomes: readonly { outcome: ImportOutcome; label: string; tone: 'green' | 'neutral' | 'brass' | 'red' }[] = [
  { outcome: 'new', label: 'Novos', tone: 'green' },
  { outcome: 'known', label: 'Já existem', tone: 'neutral' },
  { outcome: 'doubled', label: 'Repetidos', tone: 'brass' },
  { outcome: 'skipped', label: 'De fora', tone: 'neutral' },
  { outcome: 'wrong', label: 'Com erro', tone: 'red' },
]

export function Counts({ counts }: { counts: ImportCounts }) {
  return (
    <dl className="grid grid-cols-2 gap-2 sm:grid-cols-5">
      {outcomes.map(({ outcome, label, tone }) => (
        <div
          key={outcome}
          className="flex items-center justify-between gap-2 rounded-control border border-line bg-card px-3 py-2 sm:grid sm:justify-normal"
        >
          <dt>
            <Badge tone={counts[outcome] > 0 ? tone : 'neutral'}>{label}</Badge>
          </dt>
          <dd className="text-lg font-semibold tabular-nums">{formatNumber(counts[outcome])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What is known of the file as a whole: what was left out, and how it was read. */
export function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <ul aria-label="Sobre este arquivo" className="grid grid-cols-1 gap-1 text-sm">
      {notes.map((note) => (
        <li key={note} className="flex gap-2">
          <Icon name="info" className="mt-0.5 size-4 shrink-0 text-mute" />
          <span className="min-w-0 break-words">{note}</span>
        </li>
      ))}
    </ul>
  )
}

const FIRST = 10

/** `rowTitle`: what a row of the file is called. */
type ProblemListProps = { problems: readonly ImportProblem[]; rowTitle: string }

/** Row and reason. A file may have two hundred of them, so the first are shown. */
export function ProblemList({ problems, rowTitle }: ProblemListProps) {
  const [isWhole, setWhole] = useState(false)
  if (problems.length === 0) return null
  const shown = isWhole ? problems : problems.slice(0, FIRST)
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 className="font-semibold">O que não entra</h3>
      <ul
        aria-label="O que não entra"
        className="grid grid-cols-1 divide-y divide-line rounded-card border border-line bg-card"
      >
        {shown.map(({ row, label, outcome, reason }) => (
          <li
            key={`${row} ${reason}`}
            className="grid grid-cols-1 gap-x-3 px-4 py-2.5 text-sm wrap-anywhere sm:grid-cols-[6rem_minmax(0,1fr)]"
          >
            <span className="text-mute tabular-nums">
              {rowTitle} {row}
            </span>
            <span className={outcome === 'wrong' ? 'text-red' : ''}>
              {reason}
              {label && <span className="line-clamp-4 wrap-anywhere text-mute">{label}</span>}
            </span>
          </li>
        ))}
      </ul>
      {problems.length > shown.length && (
        <Button variant="ghost" className="justify-self-start" onClick={() => setWhole(true)}>
          Mostrar todos
        </Button>
      )}
    </div>
  )
}

function useUndo() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: undoImport,
    onError: (error) =>
      showToast({ tone: 'error', title: 'Não foi possível desfazer', text: errorText(error, 'Tente novamente.') }),
    onSettled: () => client.invalidateQueries({ queryKey: ['imports'] }),
  })
}

type ResultProps = { id: string; timeZone: string; onRestart: () => void }

/** The progress of the import and then of its undo, with what it did. */
export function Result({ id, timeZone, onRestart }: ResultProps) {
  const client = useQueryClient()
  const { data, error } = useQuery(importQuery(id))
  const { status } = data ?? {}
  useEffect(() => {
    // Customers, services and agendas are shown on other pages.
    if (status === 'DONE' || status === 'UNDONE')
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'imports' })
  }, [client, status])
  if (!data)
    return error ? (
      <Notice tone="error" title={errorText(error, 'Erro ao carregar a importação.')} />
    ) : (
      <LoadingMessage>Importando...</LoadingMessage>
    )
  if (isRunning(data.status)) return <Progress data={data} />
  return (
    <div className="grid grid-cols-1 gap-5">
      <h2 aria-live="polite" className="text-xl">
        {data.status === 'UNDONE'
          ? 'Importação desfeita'
          : data.removed > 0
            ? 'Importação desfeita só em parte'
            : 'Importação pronta'}
      </h2>
      {data.status === 'UNDONE' ? <Undone data={data} /> : <Counts counts={data.counts} />}
      {data.status === 'DONE' && <LeftOut data={data} />}
      {data.status === 'DONE' && <ProblemList problems={data.problems} rowTitle={rowWordsOf(data.fileName).title} />}
      <div className="flex flex-wrap gap-3">
        {data.undoUntil && <Undo data={data} />}
        <Button onClick={onRestart}>Importar outro arquivo</Button>
      </div>
      {data.undoUntil && (
        <p className="text-sm text-mute">Você pode desfazer até {formatDate(data.undoUntil, timeZone)}.</p>
      )}
    </div>
  )
}

/** What was left out and why, in one sentence with the most frequent reasons first. */
function LeftOut({ data: { fileName, rows, counts, problems } }: { data: DataImport }) {
  const { one, many } = rowWordsOf(fileName)
  const left = outcomes.reduce((sum, { outcome }) => (outcome === 'new' ? sum : sum + counts[outcome]), 0)
  if (left === 0) return null
  return (
    <p>
      {`${formatCount(left, `${one} de ${formatNumber(rows)} ficou`, `${many} de ${formatNumber(rows)} ficaram`)} de fora: `}
      {describeReasons(problems, left)}
    </p>
  )
}

const destructive = { variant: 'outline', className: 'border-red! text-red!' } as const

/** Removes what was imported, after a second press. */
function Undo({ data: { id } }: { data: DataImport }) {
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending } = useUndo()
  const footer = (
    <>
      <Button variant="outline" onClick={() => setOpen(false)}>
        Voltar
      </Button>
      <Button {...destructive} isBusy={isPending} onClick={() => mutate(id, { onSettled: () => setOpen(false) })}>
        Sim, desfazer
      </Button>
    </>
  )
  return (
    <>
      <Button {...destructive} onClick={() => setOpen(true)}>
        Desfazer importação
      </Button>
      <Dialog isOpen={isOpen} footer={footer} onClose={() => setOpen(false)} title="Desfazer importação?">
        O que veio do arquivo é removido. Fica só o que alguém já usou ou mudou.
      </Dialog>
    </>
  )
}

function Progress({ data: { status, handled, rows } }: { data: DataImport }) {
  const isUndo = status === 'UNDOING'
  return (
    <div className="grid grid-cols-1 gap-3">
      <h2 aria-live="polite" className="text-xl">
        {isUndo ? 'Desfazendo...' : 'Importando...'}
      </h2>
      {!isUndo && (
        <>
          <progress aria-label="Linhas importadas" value={handled} max={rows} className="h-2 w-full accent-ink" />
          <p className="text-mute tabular-nums">
            {formatNumber(handled)} de {formatNumber(rows)} linhas. Você pode sair desta página.
          </p>
        </>
      )}
    </div>
  )
}

function Undone({ data: { removed, retained, retainedCount } }: { data: DataImport }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <p>
        {removed === 1 ? '1 registro removido.' : `${formatNumber(removed)} registros removidos.`}
        {retainedCount > 0 && ` ${formatCount(retainedCount, 'ficou', 'ficaram')}, porque alguém já usou ou mudou:`}
      </p>
      {retained.length > 0 && (
        <ul
          aria-label="O que ficou"
          className="grid grid-cols-1 divide-y divide-line rounded-card border border-line bg-card"
        >
          {retained.map(({ row, name, reason }) => (
            <li key={`${row} ${name}`} className="flex justify-between gap-3 px-4 py-2.5 text-sm">
              <span className="min-w-0 line-clamp-3 wrap-anywhere font-semibold">{name}</span>
              <span className="shrink-0 text-mute">{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

export function importsQuery(barbershopId: string) {
  return queryOptions({
    queryKey: ['imports', barbershopId],
    queryFn: ({ signal }) => api(importsApi.list, { params: { id: barbershopId }, signal }),
    select: ({ imports }) => imports,
    refetchOnMount: 'always',
  })
}

const POLL_MS = 800

/** Loaded again while the server imports or undoes. */
function importQuery(id: string) {
  return queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: ({ signal }) => api(importsApi.get, { params: { id }, signal }),
    select: (response) => response.import,
    refetchInterval: ({ state }) => (isRunning(state.data?.import.status) ? POLL_MS : false),
    refetchOnMount: 'always',
  })
}

export const isRunning = (status: string | undefined) => status === 'RUNNING' || status === 'UNDOING'

/** How the owner corrects the reading of a table. */
export type ReadingChoice = Partial<Pick<ImportReading, 'encoding' | 'separator' | 'headerRow'>>

type Upload = { barbershopId: string; kind: ImportKind; file: File; reading?: ReadingChoice }

/** Sends only what an import may need of a large file. */
export async function uploadImport({ barbershopId, kind, file, reading = {} }: Upload): Promise<ImportDraft> {
  const query = new URLSearchParams({ kind })
  for (const [name, value] of Object.entries(reading)) query.set(name, String(value))
  const url = `${importsApi.upload.url.replace(':id', barbershopId)}?${query}`
  const { file: needed, pastCount } = await shrinkImportFile(file, new Date())
  const draft = await uploadFile({ ...importsApi.upload, url }, { field: 'file', file: needed }, () => {})
  if (pastCount === 0) return draft
  const left = formatCount(pastCount, 'evento que já passou ficou', 'eventos que já passaram ficaram')
  return { ...draft, notes: [`${left} de fora.`, ...draft.notes] }
}

export const checkImport = (id: string, mapping: ImportMapping) =>
  api(importsApi.check, { params: { id }, body: mapping })

export const commitImport = (id: string, version: number) =>
  api(importsApi.commit, { params: { id }, body: { version } })

const undoImport = (id: string) => api(importsApi.undo, { params: { id } })
