import {
  type CashMovement,
  type CashMovementKind,
  type CashSession,
  type cashApi,
  cashMovementKinds,
} from '@na-regua/contract/cash'
import type { Output } from '@na-regua/contract/route'
import { MAX_REASON } from '@na-regua/contract/text-limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { chooseRegister, useChosenRegister } from '../../lib/chosen-register.ts'
import { formatDateAndTime, formatMoney } from '../../lib/format.ts'
import { isPermittedIn } from '../../lib/permissions.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/checkbox.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { RetryNotice } from '../../ui/retry-notice.tsx'
import { ReversalDialog } from '../../ui/reversal-dialog.tsx'
import { useIsOnline } from '../../ui/stale-notice.tsx'
import { CashDayReport } from './cash-day.tsx'
import { CloseCashDialog } from './close-dialog.tsx'
import { CashMovementDialog } from './movement-dialog.tsx'
import { CashMovementList } from './movement-list.tsx'
import { OpenCashDialog } from './open-dialog.tsx'
import { cashKey, cashQuery, reverseCashMovement } from './queries.ts'
import { RegistersDialog } from './registers-dialog.tsx'
import { describeCashDifference, describeMovement, formatSigned, kindWords, signedCents } from './rules.ts'

type OpenDialog =
  | { name: 'open' }
  | { name: 'move'; sessionId: string; kind: CashMovementKind }
  | { name: 'reverse'; movement: CashMovement }
  | { name: 'close'; session: CashSession }
  | { name: 'registers' }

type RegisterPageProps = { barbershop: { id: string; name: string } }

/** The registers: open one, put in and take out, count and close it; and the page of a day. */
export function CashRegisters({ barbershop }: RegisterPageProps) {
  const query = useQuery(cashQuery(barbershop.id))
  const { data } = query
  if (!data)
    return query.isError ? (
      <RetryNotice error={query.error} text="Erro ao carregar o caixa." onRetry={query.refetch} />
    ) : (
      <LoadingMessage>Carregando o caixa...</LoadingMessage>
    )
  return <LoadedRegisters barbershop={barbershop} cash={data} />
}

type LoadedProps = RegisterPageProps & { cash: Output<typeof cashApi.current> }

function LoadedRegisters({ barbershop, cash: { registers, timeZone, today, barbers } }: LoadedProps) {
  const client = useQueryClient()
  const user = useUser()
  const [open, setOpen] = useState<OpenDialog>()
  const used = registers.filter(({ isActive }) => isActive)
  const register = useChosenRegister(used)
  const session = register?.session
  const name = used.length > 1 ? register?.name : undefined
  const close = () => setOpen(undefined)
  return (
    <>
      <OfflineNotice />
      {used.length > 1 && register && (
        <ChoiceGroup
          legend="Caixa deste aparelho"
          options={used.map((one) => ({ value: one.id, label: one.name }))}
          value={register.id}
          onChange={(id = register.id) => chooseRegister(id)}
        />
      )}
      {session ? (
        <OpenRegister session={session} name={name} timeZone={timeZone} onOpen={setOpen} />
      ) : (
        <ClosedRegister
          lastCountedCents={register?.lastCountedCents ?? null}
          name={name}
          onOpen={() => setOpen({ name: 'open' })}
        />
      )}
      <CashDayReport barbershop={barbershop} today={today} />
      {user && isPermittedIn(barbershop.id, 'money', user) && (
        <Button variant="outline" className="justify-self-start" onClick={() => setOpen({ name: 'registers' })}>
          Caixas da barbearia
        </Button>
      )}
      {open?.name === 'registers' && (
        <RegistersDialog barbershopId={barbershop.id} registers={registers} onClose={close} />
      )}
      {open?.name === 'open' && <OpenCashDialog barbershopId={barbershop.id} register={register} onClose={close} />}
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
      {open?.name === 'close' && <CloseCashDialog session={open.session} onClose={close} />}
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

/** Without a name it is the only one. */
type ClosedRegisterProps = { lastCountedCents: number | null; name: string | undefined; onOpen: () => void }

function ClosedRegister({ lastCountedCents, name, onOpen }: ClosedRegisterProps) {
  const isOnline = useIsOnline()
  return (
    <section aria-label="Caixa fechado" className={cardClass}>
      <h2 className="text-xl wrap-anywhere">{name ?? 'O caixa'} está fechado</h2>
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

type OpenRegisterProps = {
  session: CashSession
  name: string | undefined
  timeZone: string
  onOpen: (dialog: OpenDialog) => void
}

function OpenRegister({ session, name, timeZone, onOpen }: OpenRegisterProps) {
  const isOnline = useIsOnline()
  const { id, openedAt, openedByName, floatCents, floatDifferenceCents, movements } = session
  return (
    <section aria-label="Caixa aberto" className={cardClass}>
      <h2 className="text-xl wrap-anywhere">{name ?? 'O caixa'} está aberto</h2>
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
      <Button className="justify-self-start" disabled={!isOnline} onClick={() => onOpen({ name: 'close', session })}>
        Contar e fechar
      </Button>
    </section>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return <p className="rounded-control bg-brass-soft px-3.5 py-2 text-sm text-brass">{children}</p>
}
