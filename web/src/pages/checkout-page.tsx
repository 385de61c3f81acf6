import type { Plan } from '@na-regua/contract/plans'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type MetaArgs, useSearchParams } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { FreeStart, SecurePayment } from '../features/payments/checkout/secure-payment.tsx'
import { intentQuery } from '../features/payments/queries.ts'
import { OrderSummary } from '../features/plans/plan-benefits.tsx'
import { plansQuery } from '../features/plans/rules.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Pagamento do plano' })
}

export default function CheckoutPage() {
  return (
    <RequireLogin reason="Entre para assinar o plano">
      <Checkout />
    </RequireLogin>
  )
}

function Checkout() {
  const [search] = useSearchParams()
  const planId = search.get('planId')
  const { data: plans, isError } = useQuery(plansQuery())
  if (!planId) return <Problem title="Plano não especificado." />
  const plan = plans?.find(({ id }) => id === planId)
  if (isError || (plans && !plan)) return <Problem title="Erro ao carregar informações do plano." />
  if (!plan) return <LoadingMessage>Carregando informações do plano...</LoadingMessage>
  return plan.price_cents === 0 ? <FreeOrder plan={plan} /> : <PaidOrder plan={plan} />
}

function Problem({ title }: { title: string }) {
  const back = <ButtonLink to={paths.becomeOwner()}>Voltar para planos</ButtonLink>
  return <Notice tone="error" as="h1" title={title} action={back} />
}

function FreeOrder({ plan }: { plan: Plan }) {
  return (
    <Columns>
      <OrderSummary plan={plan} />
      <FreeStart />
    </Columns>
  )
}

function PaidOrder({ plan }: { plan: Plan }) {
  const intent = useQuery(intentQuery(plan.id))
  return (
    <Columns>
      <OrderSummary plan={plan} creditCents={intent.data?.creditCents} amountCents={intent.data?.amountCents} />
      <SecurePayment intent={intent} priceCents={plan.price_cents} />
    </Columns>
  )
}

function Columns({ children }: { children: ReactNode }) {
  return (
    <>
      <h1 className="text-2xl md:text-3xl">Finalizar assinatura</h1>
      <div className="mt-5 grid grid-cols-1 items-start gap-5 md:mt-8 lg:grid-cols-2 lg:gap-8">{children}</div>
    </>
  )
}
