import { useQuery } from '@tanstack/react-query'
import type { MetaArgs } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { Earnings } from '../features/commissions/earnings.tsx'
import { staffedBarbershopsQuery } from '../features/customers/queries.ts'
import { errorText } from '../lib/api-error.ts'
import { toLocalTime } from '../lib/local-time.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { useUser } from '../lib/session.ts'
import { useNow } from '../lib/use-now.ts'
import { isUuid, useUrlParams } from '../lib/use-url-params.ts'
import { ChoiceGroup } from '../ui/checkbox.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { BarbershopChoice, useChosenBarbershop } from './own-parts.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Meus ganhos' })
}

export default function EarningsPage() {
  return (
    <RequireLogin>
      <OwnEarnings />
    </RequireLogin>
  )
}

const PERIOD = 'periodo'
const BARBER = 'barbeiro'
const periods = [
  { value: 'hoje', label: 'Hoje' },
  { value: 'mes', label: 'Este mês' },
  { value: 'passado', label: 'Mês passado' },
] as const
type Period = (typeof periods)[number]['value']

/** What a barber earns, live; who sees the money of the barbershop may open another's by its link. */
function OwnEarnings() {
  const user = useUser()
  const shops = useQuery({ ...staffedBarbershopsQuery(user?.id ?? ''), enabled: user !== undefined })
  const shop = useChosenBarbershop(shops.data)
  const now = useNow()
  const [params, changeParams] = useUrlParams()
  const { value: period } = periods.find(({ value }) => value === params.get(PERIOD)) ?? periods[0]
  const barber = params.get(BARBER) ?? ''
  const barberId = isUuid(barber) ? barber : undefined
  if (shops.error && !shops.data)
    return <Notice tone="error" title={errorText(shops.error, 'Erro ao carregar os ganhos.')} />
  if (!shops.data) return <LoadingMessage>Carregando...</LoadingMessage>
  if (!shop)
    return (
      <>
        <h1 className="mb-4 text-2xl">Meus ganhos</h1>
        <Notice icon="people" title="Você ainda não trabalha em uma barbearia" />
      </>
    )
  const { from, until } = listDays(period, toLocalTime(now, shop.timeZone).date)
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-4">
      <h1 className="text-2xl md:text-3xl">{barberId ? 'Ganhos' : 'Meus ganhos'}</h1>
      <BarbershopChoice shops={shops.data} value={shop.id} />
      <ChoiceGroup
        legend="Período"
        isLegendHidden
        options={periods}
        value={period}
        onChange={(value = period) =>
          void changeParams((current) => {
            current.set(PERIOD, value)
            return current
          })
        }
      />
      <Earnings
        key={[shop.id, barberId, from, until].join()}
        barbershopId={shop.id}
        barberId={barberId}
        from={from}
        until={until}
      />
    </div>
  )
}

/** The first and the last day. */
function listDays(period: Period, today: string): { from: string; until: string } {
  if (period === 'hoje') return { from: today, until: today }
  const [year = 0, month = 0] = today.split('-').map(Number)
  const offset = period === 'mes' ? 0 : -1
  const toDate = (of: Date) => of.toISOString().slice(0, 10)
  return {
    from: toDate(new Date(Date.UTC(year, month - 1 + offset, 1))),
    until: toDate(new Date(Date.UTC(year, month + offset, 0))),
  }
}
