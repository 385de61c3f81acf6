import type { CommissionLine } from '@na-regua/contract/commissions'
import { MAX_REASON } from '@na-regua/contract/text-limits'
import { clsx } from 'clsx'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { formatDateAndTime, formatMoney } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FormDialog, UnsavedChanges } from '../../ui/confirm-dialog.tsx'
import { DenseRow, denseListClass } from '../../ui/dense-row.tsx'
import { Form } from '../../ui/form.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { useDispute } from './queries.ts'
import { listSteps, nameLine, type PipelineStep } from './rules.ts'

type LineListProps = {
  label: string
  lines: readonly CommissionLine[]
  timeZone: string
  /** The barber's own: they may dispute a line. */
  isOwn: boolean
}

/** What a barber earned, line by line; each opens into its steps. */
export function LineList({ label, lines, timeZone, isOwn }: LineListProps) {
  const [disputed, setDisputed] = useState<CommissionLine>()
  return (
    <>
      <ul aria-label={label} className={denseListClass}>
        {lines.map((line) => (
          <li key={line.id}>
            <DenseRow
              name={nameLine(line)}
              title={<span className="font-semibold">{nameLine(line)}</span>}
              badges={<DisputeBadge line={line} />}
              text={`${formatDateAndTime(line.earnedAt, timeZone)} · comanda ${line.visit.number}`}
              main={
                <span className={clsx('shrink-0 font-semibold tabular-nums', line.cents < 0 && 'text-red')}>
                  {formatMoney(line.cents)}
                </span>
              }
              details={<LineDetails line={line} onDispute={isOwn ? () => setDisputed(line) : undefined} />}
            />
          </li>
        ))}
      </ul>
      {disputed && <DisputeDialog line={disputed} onClose={() => setDisputed(undefined)} />}
    </>
  )
}

function DisputeBadge({ line: { dispute } }: { line: CommissionLine }) {
  if (!dispute) return null
  return dispute.response === null ? <Badge tone="brass">Contestada</Badge> : <Badge>Respondida</Badge>
}

type LineDetailsProps = { line: CommissionLine; onDispute: (() => void) | undefined }

function LineDetails({ line, onDispute }: LineDetailsProps) {
  const { kind, isReversal, dispute } = line
  const isDisputable = kind !== 'adjustment' && !isReversal && !dispute
  return (
    <div className="grid gap-3">
      <p className="text-mute">{explanations[isReversal ? 'reversal' : kind]}</p>
      <Steps steps={listSteps(line)} />
      {dispute && (
        <dl className="grid gap-1">
          <dt className="text-sm text-mute">Contestação</dt>
          <dd className="wrap-anywhere">{dispute.reason}</dd>
          <dt className="text-sm text-mute">Resposta</dt>
          <dd className="wrap-anywhere">
            {dispute.response ?? 'Ainda sem resposta'}
            {dispute.adjustmentCents !== 0 && ` · ajuste de ${formatMoney(dispute.adjustmentCents)}`}
          </dd>
        </dl>
      )}
      {onDispute && isDisputable && (
        <Button variant="outline" className="justify-self-start" onClick={onDispute}>
          Contestar esta linha
        </Button>
      )}
    </div>
  )
}

const explanations = {
  service: 'Como a comissão saiu do preço, pelo plano do dia:',
  product: 'Como a comissão saiu do preço, pelo plano do dia:',
  assistance: 'Parte da comissão de quem atendeu:',
  tip: 'A gorjeta é sua por inteiro, sem comissão nem taxa.',
  adjustment: 'Ajuste de uma linha contestada.',
  reversal: 'A comanda foi estornada: o que ela rendeu foi desfeito.',
}

function Steps({ steps }: { steps: readonly PipelineStep[] }) {
  if (steps.length === 0) return null
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 tabular-nums">
      {steps.map(({ label, cents = 0, isSum }) => (
        <div key={label} className={clsx('contents', isSum ? 'font-semibold' : 'text-mute')}>
          <dt>{label}</dt>
          <dd className="text-right">{formatMoney(cents)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A barber doubts a line, once. */
function DisputeDialog({ line, onClose }: { line: CommissionLine; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const dispute = useDispute(line.id)
  function handleSubmit() {
    if (reason.trim() === '') setProblem('Escreva o que está errado.')
    else dispute.mutate({ reason: reason.trim() }, { onSuccess: onClose })
  }
  return (
    <FormDialog isOpen title="Contestar a linha" onClose={onClose}>
      <Form
        isBusy={dispute.isPending}
        onSubmit={handleSubmit}
        submit="Enviar contestação"
        failure={dispute.error && errorText(dispute.error, 'Não foi possível enviar. Tente novamente.')}
      >
        <UnsavedChanges draft={reason} />
        <p className="text-mute">
          {nameLine(line)}, {formatMoney(line.cents)}. Quem cuida do dinheiro da barbearia responde aqui.
        </p>
        <TextArea
          label="O que está errado?"
          error={problem}
          rows={3}
          maxLength={MAX_REASON}
          value={reason}
          onChange={({ target }) => {
            setReason(target.value)
            setProblem(undefined)
          }}
        />
      </Form>
    </FormDialog>
  )
}
