import { type CashMovement, type CashMovementKind, type CashSession, cashMovementKinds } from '@na-regua/contract/cash'
import { MAX_REASON } from '@na-regua/contract/text-limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { formatDateAndTime, formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ReversalDialog } from '../../ui/reversal-dialog.tsx'
import { useIsOnline } from '../../ui/stale-notice.tsx'
import { CashDayReport } from './cash-day.tsx'
import { CloseCashDialog } from './close-dialog.tsx'
import { CashMovementDialog } from './movement-dialog.tsx'
import { CashMovementList } from './movement-list.tsx'
import { OpenCashDialog } from './open-dialog.tsx'
import { cashKey, cashQuery, reverseCashMovement } from './queries.ts'
import { describeCashDifference, describeMovement, formatSigned, kindWords, signedCents } from './rules.ts'

type OpenDialog =
  | { name: 'open' }
  | { name: 'move'; sessionId: string; kind: CashMovementKind }
  | { name: 'reverse'; movement: CashMovement }
  | { name: 'close'; sessionId: string }

/** The register: open it, put in and take out, count and close it; and the page of a day. */
export function CashRegister({ barbershop }: { barbershop: { id: string; name: string } }) {
  const client = useQueryClient()
  const query = useQuery(cashQuery(barbershop.id))
  const [open, setOpen] = useState<OpenDialog>()
  const { data } = query
  if (!data)
    return query.isError ? (
      <Notice
        tone="error"
        title={errorText(query.error, 'Erro ao carregar o caixa.')}
        action={
          <Button variant="outline" onClick={() => void query.refetch()}>
            Tentar novamente
          </Button>
        }
      />
    ) : (
      <LoadingMessage>Carregando o caixa...</LoadingMessage>
    )
  const { session, timeZone, today, barbers, lastCountedCents } = data
  const close = () => setOpen(undefined)
  return (
    <>
      <OfflineNotice />
      {session ? (
        <OpenRegister session={session} timeZone={timeZone} onOpen={setOpen} />
      ) : (
        <ClosedRegister lastCountedCents={lastCountedCents} onOpen={() => setOpen({ name: 'open' })} />
      )}
      <CashDayReport barbershop={barbershop} today={today} />
      {open?.name === 'open' && (
        <OpenCashDialog barbershopId={barbershop.id} lastCountedCents={lastCountedCents} onClose={close} />
      )}
      {open?.name === 'move' && (
        <CashMovementDialog sessionId={open.sessionId} kind={open.kind} barbers={barbers} onClose={close} />
      )}
      {open?.name === 'reverse' && (
        <ReversalDialog
          maxLength={MAX_REASON}
          reverse={async (reason) => {
            await reverseCashMovement(open.movement.id, reason)
            await client.invalidateQueries({ queryKey: cashKey })
          }}
          onClose={close}
        >
          {describeMovement(open.movement)}, {formatSigned(signedCents(open.movement))}. Os dois lançamentos continuam
          na lista.
        </ReversalDialog>
      )}
      {open?.name === 'close' && <CloseCashDialog sessionId={open.sessionId} onClose={close} />}
    </>
  )
}

/** Comandas can be closed without network, the register cannot. */
function OfflineNotice() {
  const isOnline = useIsOnline()
  return (
    <div role="status" className="empty:absolute">
      {!isOnline && (
        <p className="rounded-card bg-brass-soft px-4 py-2.5 text-sm text-brass">
          Sem rede. Abrir, lançar e fechar o caixa precisa de rede; as comandas você finaliza mesmo assim.
        </p>
      )}
    </div>
  )
}

const cardClass = 'grid gap-3 rounded-card border border-line bg-card p-4'

function ClosedRegister({ lastCountedCents, onOpen }: { lastCountedCents: number | null; onOpen: () => void }) {
  const isOnline = useIsOnline()
  return (
    <section aria-label="Caixa fechado" className={cardClass}>
      <h2 className="text-xl">O caixa está fechado</h2>
      <p className="text-mute">
        {lastCountedCents === null
          ? 'Conte o fundo de troco e abra o caixa do dia.'
          : `No último fechamento ficaram ${formatMoney(lastCountedCents)} na gaveta.`}
      </p>
      <Button className="justify-self-start" disabled={!isOnline} onClick={onOpen}>
        Abrir o caixa
      </Button>
    </section>
  )
}

type OpenRegisterProps = { session: CashSession; timeZone: string; onOpen: (dialog: OpenDialog) => void }

function OpenRegister({ session, timeZone, onOpen }: OpenRegisterProps) {
  const isOnline = useIsOnline()
  const { id, openedAt, openedByName, floatCents, floatDifferenceCents, movements } = session
  return (
    <section aria-label="Caixa aberto" className={cardClass}>
      <h2 className="text-xl">O caixa está aberto</h2>
      <p className="text-mute tabular-nums">
        Desde {formatDateAndTime(openedAt, timeZone)}
        {openedByName && `, por ${openedByName}`}. Fundo de {formatMoney(floatCents)}.
      </p>
      {floatDifferenceCents !== 0 && (
        <Warning>
          Na abertura: {describeCashDifference(floatDifferenceCents).toLowerCase()} em relação ao livro.
        </Warning>
      )}
      <div className="grid grid-cols-2 gap-2 sm:flex">
        {cashMovementKinds.map((kind) => (
          <Button
            key={kind}
            variant="outline"
            disabled={!isOnline}
            onClick={() => onOpen({ name: 'move', sessionId: id, kind })}
          >
            {kindWords[kind].title}
          </Button>
        ))}
      </div>
      <CashMovementList
        movements={movements}
        timeZone={timeZone}
        {...(isOnline && { onReverse: (movement: CashMovement) => onOpen({ name: 'reverse', movement }) })}
      />
      <Button
        className="justify-self-start"
        disabled={!isOnline}
        onClick={() => onOpen({ name: 'close', sessionId: id })}
      >
        Contar e fechar
      </Button>
    </section>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return <p className="rounded-control bg-brass-soft px-3.5 py-2 text-sm text-brass">{children}</p>
}
