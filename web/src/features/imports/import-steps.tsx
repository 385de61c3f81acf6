import type { DataImport, ImportDraft, ImportKind, ImportMapping, ImportReport } from '@na-regua/contract/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/checkbox.tsx'
import { FormAlert } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/loading.tsx'
import {
  Counts,
  checkImport,
  commitImport,
  kindNames,
  Notes,
  ProblemList,
  type ReadingChoice,
  Result,
  uploadImport,
} from './import-result.tsx'
import { ColumnFields, ReadingFields, Samples, UnknownNames, UsualValues } from './mapping-form.tsx'
import { rowWordsOf } from './rules.ts'

type Step =
  | { name: 'file' }
  | { name: 'columns'; draft: ImportDraft }
  | { name: 'report'; draft: ImportDraft; report: ImportReport }
  | { name: 'result'; id: string }

/** `children` are shown with the first step. */
type StepsProps = { barbershopId: string; timeZone: string; children: ReactNode }

/** The two requests after the upload, and where they lead. */
function useSteps(barbershopId: string) {
  const [step, setStep] = useState<Step>({ name: 'file' })
  const client = useQueryClient()
  const checking = useMutation({
    mutationFn: ({ draft, mapping }: { draft: ImportDraft; mapping: ImportMapping }) =>
      checkImport(draft.import.id, mapping),
    onSuccess: (report, { draft }) => setStep({ name: 'report', draft, report }),
  })
  const committing = useMutation({
    mutationFn: ({ id, version }: { id: string; version: number }) => commitImport(id, version),
    onSuccess: ({ import: { id } }) => setStep({ name: 'result', id }),
  })
  function restart() {
    checking.reset()
    committing.reset()
    setStep({ name: 'file' })
    void client.invalidateQueries({ queryKey: ['imports', barbershopId] })
  }
  /** Back to the columns, without the failures of the last step. */
  function goBack(draft: ImportDraft) {
    checking.reset()
    committing.reset()
    setStep({ name: 'columns', draft })
  }
  return { step, setStep, checking, committing, goBack, restart }
}

/** File, columns, dry run, result. Nothing is imported before the owner has seen the dry run. */
export function ImportSteps({ barbershopId, timeZone, children }: StepsProps) {
  const { step, setStep, checking, committing, goBack, restart } = useSteps(barbershopId)
  const [mapping, setMapping] = useState<ImportMapping>()
  const [upload, setUpload] = useState<{ file: File; reading: ReadingChoice }>()
  function open(draft: ImportDraft, file: File, reading: ReadingChoice = {}) {
    checking.reset()
    committing.reset()
    setUpload({ file, reading })
    setMapping(draft.mapping)
    setStep({ name: 'columns', draft })
  }
  /** The same file again: the columns and what they contain follow from how it is read. */
  const rereading = useMutation({
    mutationFn: ({ file, kind, reading }: { file: File; kind: ImportKind; reading: ReadingChoice }) =>
      uploadImport({ barbershopId, kind, file, reading }),
    onSuccess: (draft, { file, reading }) => open(draft, file, reading),
  })
  if (step.name === 'result') return <Result id={step.id} timeZone={timeZone} onRestart={restart} />
  if (step.name === 'file' || !mapping)
    return (
      <>
        <FileStep barbershopId={barbershopId} onDraft={open} />
        {children}
      </>
    )
  const { draft } = step
  const check = (change = mapping) => {
    committing.reset()
    checking.mutate({ draft, mapping: change })
  }
  function reread(choice: ReadingChoice) {
    if (!upload) return
    // Another separator makes other rows, whose header is found again.
    const { headerRow: _, ...others } = upload.reading
    const before = choice.separator === undefined ? upload.reading : others
    rereading.mutate({ file: upload.file, kind: draft.import.kind, reading: { ...before, ...choice } })
  }
  const common = { draft, mapping, onChange: setMapping, isChecking: checking.isPending, onCheck: check }
  const failure = checking.error ?? committing.error ?? rereading.error
  return (
    <div className="grid grid-cols-1 gap-5">
      {step.name === 'columns' ? (
        <ColumnStep {...common} isReading={rereading.isPending} onReread={reread} onBack={restart} />
      ) : (
        <ReportStep
          {...common}
          report={step.report}
          isCommitting={committing.isPending}
          isOutdated={checking.isError}
          onBack={() => goBack(draft)}
          onCommit={() => committing.mutate({ id: draft.import.id, version: step.report.version })}
        />
      )}
      <FormAlert>{failure && errorText(failure, 'Não deu certo. Tente novamente.')}</FormAlert>
    </div>
  )
}

/** Moves the focus to the new step, so that a screen reader announces it and the keyboard continues there. */
function StepHeading({ number, children }: { number: number; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
      <span className="text-mute">{number} de 3 · </span>
      {children}
    </h2>
  )
}

const kindHints: Record<ImportKind, string> = {
  customers:
    'Nome, telefone, e-mail, aniversário, observações e marcadores, de um CSV ou dos contatos do celular (.vcf). Quem já é seu cliente fica como está.',
  services: 'Nome, duração e preço. Serviços que você já tem ficam como estão.',
  appointments:
    'Só horários à frente, de um CSV ou de um calendário (.ics) do Google, da Apple ou do Outlook. O que já está na agenda não sai do lugar.',
}

/** A zip cannot be read, but who has only that learns what to do. */
const acceptedFiles: Record<ImportKind, string> = {
  customers: '.csv,.txt,.tsv,.vcf,.zip,text/vcard,text/x-vcard',
  services: '.csv,.txt,.tsv,.zip',
  appointments: '.csv,.txt,.tsv,.ics,.zip,text/calendar',
}

type FileStepProps = { barbershopId: string; onDraft: (draft: ImportDraft, file: File) => void }

function FileStep({ barbershopId, onDraft }: FileStepProps) {
  const [kind, setKind] = useState<ImportKind>('customers')
  const sending = useMutation({
    mutationFn: (file: File) => uploadImport({ barbershopId, kind, file }),
    onSuccess: (draft, file) => onDraft(draft, file),
  })
  return (
    <div className="grid grid-cols-1 gap-4">
      <ChoiceGroup
        legend="O que você quer trazer?"
        options={(Object.keys(kindNames) as ImportKind[]).map((value) => ({ value, label: kindNames[value] }))}
        value={kind}
        onChange={(value) => setKind(value ?? kind)}
      />
      <p className="text-mute">{kindHints[kind]}</p>
      <label
        className={`${buttonClass({ size: 'large' })} cursor-pointer justify-self-start focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ink`}
      >
        <input
          type="file"
          accept={acceptedFiles[kind]}
          className="sr-only"
          disabled={sending.isPending}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // The same file can be chosen again after it was corrected.
            target.value = ''
            if (file) sending.mutate(file)
          }}
        />
        {sending.isPending ? <Spinner className="size-4.5" /> : <Icon name="plus" className="size-4.5" />}
        {sending.isPending ? 'Lendo o arquivo...' : 'Escolher arquivo'}
      </label>
      <FormAlert>{sending.error && errorText(sending.error, 'Não conseguimos ler o arquivo.')}</FormAlert>
      <p className="text-sm text-mute">
        Até 5 MB e 20.000 linhas{kind === 'appointments' && ', sem contar o que já passou'}. Ninguém recebe mensagem, e
        você pode desfazer por 7 dias.
      </p>
    </div>
  )
}

type DraftStepProps = {
  draft: ImportDraft
  mapping: ImportMapping
  onChange: (mapping: ImportMapping) => void
  isChecking: boolean
  onCheck: (mapping?: ImportMapping) => void
  onBack: () => void
}

type ColumnStepProps = DraftStepProps & { isReading: boolean; onReread: (choice: ReadingChoice) => void }

function ColumnStep({ isReading, onReread, ...props }: ColumnStepProps) {
  const { draft, mapping, onChange, isChecking, onCheck, onBack } = props
  const { one, many } = rowWordsOf(draft.import.fileName)
  return (
    <>
      <div className="grid grid-cols-1 gap-1">
        <StepHeading number={2}>O que tem em cada coluna?</StepHeading>
        <p className="line-clamp-4 wrap-anywhere text-mute">
          {draft.import.fileName}, {formatCount(draft.import.rows, one, many)}
        </p>
      </div>
      <Notes notes={draft.notes} />
      {draft.reading && (
        <ReadingFields kind={draft.import.kind} reading={draft.reading} isReading={isReading} onChange={onReread} />
      )}
      <ColumnFields draft={draft} mapping={mapping} onChange={onChange} />
      <UsualValues draft={draft} mapping={mapping} onChange={onChange} />
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={onBack}>
          Outro arquivo
        </Button>
        <Button isBusy={isChecking || isReading} onClick={() => onCheck()}>
          Conferir
        </Button>
      </div>
    </>
  )
}

type ReportStepProps = DraftStepProps & {
  report: ImportReport
  /** The last check failed: the report is of earlier choices. */
  isOutdated: boolean
  isCommitting: boolean
  onCommit: () => void
}

function ReportStep({ report, isOutdated, isCommitting, onCommit, ...props }: ReportStepProps) {
  const { draft, mapping, isChecking, onChange, onCheck, onBack } = props
  // A choice is checked at once: the numbers belong to what is chosen.
  function change(next: ImportMapping) {
    onChange(next)
    onCheck(next)
  }
  return (
    <>
      <div className="grid grid-cols-1 gap-1">
        <StepHeading number={3}>Confira antes de importar</StepHeading>
        <p className="text-mute">Nada foi importado ainda.</p>
      </div>
      <Counts counts={report.counts} />
      <Samples {...report} />
      <UnknownNames draft={draft} mapping={mapping} report={report} onChange={change} />
      <Notes notes={report.notes} />
      <ProblemList problems={report.problems} rowTitle={rowWordsOf(draft.import.fileName).title} />
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={onBack}>
          Voltar às colunas
        </Button>
        {isOutdated && (
          <Button variant="outline" onClick={() => onCheck()}>
            Conferir de novo
          </Button>
        )}
        <Button isBusy={isCommitting || isChecking} disabled={isOutdated || report.counts.new === 0} onClick={onCommit}>
          {`Importar ${countOf(draft.import.kind, report.counts.new)}`}
        </Button>
      </div>
      {isOutdated && (
        <p className="text-red">Sua última escolha ainda não foi conferida, e os números acima são de antes dela.</p>
      )}
      <p className="text-sm text-mute">Ninguém recebe mensagem, e você pode desfazer por 7 dias.</p>
    </>
  )
}

function countOf(kind: DataImport['kind'], count: number) {
  if (kind === 'customers') return formatCount(count, 'cliente', 'clientes')
  return kind === 'services'
    ? formatCount(count, 'serviço', 'serviços')
    : formatCount(count, 'agendamento', 'agendamentos')
}
