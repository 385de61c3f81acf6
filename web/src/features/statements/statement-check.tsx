import type { BankEntry, BankStatement, VisitPix } from '@na-regua/contract/statements'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { formatCount, formatLocalDate, formatMoney, formatShortDate } from '../../lib/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { denseListClass } from '../../ui/dense-row.tsx'
import { FormAlert } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton, Spinner } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RetryNotice } from '../../ui/retry-notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { STATEMENTS, statementInboxQuery, statementRequests, useDecision } from './queries.ts'
import { describeVisitPix, listClearPairs } from './rules.ts'

type InboxProps = { barbershopId: string; timeZone: string }

/** The statement of the bank beside the book: what differs waits for a decision, one tap each. */
export function StatementCheck({ barbershopId, timeZone }: InboxProps) {
  const { data, error, refetch } = useQuery(statementInboxQuery(barbershopId))
  return (
    <section aria-labelledby="extrato" className="grid grid-cols-1 gap-4">
      <h2 id="extrato" className="text-xl">
        Extrato do banco
      </h2>
      <StatementUpload barbershopId={barbershopId} last={data?.statements[0]} />
      {!data && !error && <Skeleton className="h-40" />}
      {!data && error && <RetryNotice error={error} text="Erro ao carregar o extrato." onRetry={refetch} />}
      {data && <Decisions {...data} timeZone={timeZone} />}
    </section>
  )
}

function StatementUpload({ barbershopId, last }: { barbershopId: string; last: BankStatement | undefined }) {
  const client = useQueryClient()
  const sending = useMutation({
    mutationFn: (file: File) => statementRequests.upload(barbershopId, file),
    onSuccess: ({ added, known, matched }) => {
      const knownText = known > 0 ? `, ${known} já ${known === 1 ? 'conhecido' : 'conhecidos'}` : ''
      showToast({
        tone: 'success',
        title: added + known === 0 ? 'Nenhum Pix recebido neste extrato' : 'Extrato importado',
        text:
          added + known === 0
            ? undefined
            : `${formatCount(added, 'Pix novo', 'Pix novos')}${knownText}. ${formatCount(matched, 'conferido', 'conferidos')} pelo código.`,
      })
    },
    onSettled: () => client.invalidateQueries({ queryKey: [STATEMENTS] }),
  })
  return (
    <div className="grid grid-cols-1 gap-4">
      <label
        className={`${buttonClass({ variant: last ? 'outline' : 'primary' })} cursor-pointer justify-self-start focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ink`}
      >
        <input
          type="file"
          accept=".ofx,.csv,.txt"
          className="sr-only"
          disabled={sending.isPending}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // The same file can be chosen again.
            target.value = ''
            if (file) sending.mutate(file)
          }}
        />
        {sending.isPending ? <Spinner className="size-4.5" /> : <Icon name="plus" className="size-4.5" />}
        {sending.isPending ? 'Lendo o extrato...' : 'Importar extrato'}
      </label>
      <p className="line-clamp-4 wrap-anywhere text-sm text-mute">
        {last
          ? describeStatement(last)
          : 'No app do banco, exporte o extrato da conta em OFX ou CSV. Só os Pix recebidos são lidos.'}
      </p>
      <FormAlert>{sending.error && errorText(sending.error, 'Não conseguimos ler o extrato.')}</FormAlert>
    </div>
  )
}

function describeStatement({ fileName, firstDay, lastDay, entries, matched }: BankStatement): string {
  const days =
    firstDay >= lastDay ? formatLocalDate(firstDay) : `${formatLocalDate(firstDay)} a ${formatLocalDate(lastDay)}`
  return `Último: ${fileName}, ${days}, ${formatCount(entries, 'Pix novo', 'Pix novos')}, ${formatCount(matched, 'conferido', 'conferidos')}.`
}

type DecisionsProps = {
  statements: readonly BankStatement[]
  entries: readonly BankEntry[]
  missing: readonly VisitPix[]
  timeZone: string
}

function Decisions({ statements, entries, missing, timeZone }: DecisionsProps) {
  if (statements.length === 0) return null
  if (entries.length + missing.length === 0)
    return (
      <Notice icon="check" title="Tudo confere">
        Cada Pix do extrato é de uma comanda.
      </Notice>
    )
  const differing = entries.filter(({ state }) => state === 'amount_differs')
  const unknown = entries.filter(({ state }) => state === 'unknown_here')
  return (
    <>
      <ClearPairs entries={unknown} />
      <Group
        title="Valor diferente"
        hint="O código era de uma comanda, e chegou outro valor. Se a comanda está errada, estorne-a."
      >
        {differing.map((entry) => (
          <DifferingEntry key={entry.id} entry={entry} timeZone={timeZone} />
        ))}
      </Group>
      <Group title="Chegou e não tem comanda" hint="Escolha o pagamento, ou diga que não é de uma comanda.">
        {unknown.map((entry) => (
          <UnknownEntry key={entry.id} entry={entry} timeZone={timeZone} />
        ))}
      </Group>
      <Group
        title="Não está no extrato"
        hint="A comanda diz Pix, e o banco não tem. Se não foi pago, estorne a comanda."
      >
        {missing.map((payment) => (
          <MissingPayment key={payment.id} payment={payment} timeZone={timeZone} />
        ))}
      </Group>
    </>
  )
}

/** Where a day has as many Pix as payments of an amount, which is which changes nothing. A person confirms them together. */
function ClearPairs({ entries }: { entries: readonly BankEntry[] }) {
  const pairs = listClearPairs(entries)
  const matching = useDecision(async (chosen: typeof pairs) => {
    for (const { entryId, paymentId } of chosen) await statementRequests.match(entryId, paymentId)
  })
  if (pairs.length < 2) return null
  return (
    <div className="grid grid-cols-1 gap-4 rounded-card border border-line bg-card p-4">
      <p>
        <strong>{pairs.length} Pix batem com o dia e o valor das comandas.</strong>
      </p>
      <FormAlert>{matching.error && errorText(matching.error, 'Nem todos foram salvos.')}</FormAlert>
      <Button className="justify-self-start" isBusy={matching.isPending} onClick={() => matching.mutate(pairs)}>
        Confirmar os {pairs.length}
      </Button>
    </div>
  )
}

function Group({ title, hint, children }: { title: string; hint: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-2">
      <h3 className="text-lg">
        {title} <span className="text-mute tabular-nums">({children.length})</span>
      </h3>
      <p className="text-sm text-mute">{hint}</p>
      <ul className={denseListClass}>{children}</ul>
    </section>
  )
}

type RowProps = { cents: number; text: string; failure: ReactNode; children: ReactNode }

function Row({ cents, text, failure, children }: RowProps) {
  return (
    <li className="grid grid-cols-1 gap-2 px-4 py-3">
      <p>
        <strong className="tabular-nums">{formatMoney(cents)}</strong>
        <span className="line-clamp-3 wrap-anywhere text-sm text-mute tabular-nums">{text}</span>
      </p>
      {children}
      {failure && <FormAlert>{failure}</FormAlert>}
    </li>
  )
}

const describeEntry = ({ day, description }: BankEntry) =>
  [formatShortDate(day), description].filter(Boolean).join(' · ')

type EntryProps = { entry: BankEntry; timeZone: string }

function DifferingEntry({ entry, timeZone }: EntryProps) {
  const { id, cents, payment } = entry
  const matching = useDecision((paymentId: string) => statementRequests.match(id, paymentId))
  if (!payment) return null
  const difference = formatMoney(Math.abs(cents - payment.cents))
  const text = `${describeEntry(entry)}. ${describeVisitPix(payment, timeZone)}, de ${formatMoney(payment.cents)}.`
  return (
    <Row cents={cents} text={text} failure={matching.error && errorText(matching.error, 'Não foi possível salvar.')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button variant="outline" isBusy={matching.isPending} onClick={() => matching.mutate(payment.id)}>
          Aceitar {formatMoney(cents)}
        </Button>
        <span className="text-sm text-mute">
          {cents < payment.cents ? 'Faltam' : 'Sobram'} {difference}, que ficam lançados como diferença.
        </span>
      </div>
    </Row>
  )
}

function UnknownEntry({ entry, timeZone }: EntryProps) {
  const { id, cents, suggestions } = entry
  const matching = useDecision((paymentId: string) => statementRequests.match(id, paymentId))
  const setting = useDecision((isSetAside: boolean) => statementRequests.setAside(id, isSetAside))
  const isBusy = matching.isPending || setting.isPending
  const failure = matching.error ?? setting.error
  async function setAside() {
    await setting.mutateAsync(true)
    showToast({
      tone: 'info',
      title: 'Pix deixado de lado',
      action: { label: 'Desfazer', onClick: () => setting.mutate(false) },
    })
  }
  return (
    <Row cents={cents} text={describeEntry(entry)} failure={failure && errorText(failure, 'Não foi possível salvar.')}>
      <div className="flex flex-wrap gap-2">
        {suggestions.map((payment) => (
          <Button
            key={payment.id}
            variant="outline"
            className="h-auto max-w-full py-2 text-left text-sm whitespace-normal"
            disabled={isBusy}
            onClick={() => matching.mutate(payment.id)}
          >
            <span className="min-w-0 wrap-anywhere">É {describeVisitPix(payment, timeZone)}</span>
          </Button>
        ))}
        <Button
          variant="ghost"
          disabled={isBusy}
          aria-label={`${formatMoney(cents)} não é de comanda`}
          onClick={() => void setAside()}
        >
          Não é de comanda
        </Button>
      </div>
    </Row>
  )
}

function MissingPayment({ payment, timeZone }: { payment: VisitPix; timeZone: string }) {
  const accepting = useDecision(statementRequests.accept)
  const status = payment.confirmedAt ? 'Alguém da equipe disse que recebeu.' : 'Ainda aguarda conferência.'
  return (
    <Row
      cents={payment.cents}
      text={`${describeVisitPix(payment, timeZone)}. ${status}`}
      failure={accepting.error && errorText(accepting.error, 'Não foi possível salvar.')}
    >
      <Button
        variant="outline"
        className="justify-self-start"
        aria-label={`Recebi mesmo assim ${formatMoney(payment.cents)} da comanda ${payment.number}`}
        isBusy={accepting.isPending}
        onClick={() => accepting.mutate(payment.id)}
      >
        Recebi mesmo assim
      </Button>
    </Row>
  )
}
