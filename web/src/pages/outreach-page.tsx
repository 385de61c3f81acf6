import type { MetaArgs } from 'react-router'
import { RequireLogin } from '../features/accounts/require-login.tsx'
import { OutreachList } from '../features/outreach/outreach-list.tsx'
import { purposeTabs, purposeTexts } from '../features/outreach/rules.ts'
import { errorText } from '../lib/api-error.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { useUrlParams } from '../lib/use-url-params.ts'
import { ChoiceGroup } from '../ui/checkbox.tsx'
import { LoadingMessage } from '../ui/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { BarbershopChoice, usePermittedBarbershops } from './own-parts.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Avisar clientes' })
}

export default function OutreachPage() {
  return (
    <RequireLogin>
      <Outreach />
    </RequireLogin>
  )
}

const PURPOSE = 'quem'

/** Messages that staff send by hand: to who comes tomorrow, has a birthday, or has not come for long. */
function Outreach() {
  const { isStaff, query, shops, shop } = usePermittedBarbershops('customers')
  const [params, changeParams] = useUrlParams()
  const { value: purpose } = purposeTabs.find(({ value }) => value === params.get(PURPOSE)) ?? purposeTabs[0] ?? {}
  if (query.error && !shops)
    return <Notice tone="error" title={errorText(query.error, 'Erro ao carregar os clientes.')} />
  if (isStaff && !shops) return <LoadingMessage>Carregando...</LoadingMessage>
  if (!shop || !purpose) return <NoBarbershop />
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-4">
      <h1 className="text-2xl md:text-3xl">{purposeTexts[purpose].title}</h1>
      <BarbershopChoice shops={shops} value={shop.id} />
      <ChoiceGroup
        legend="Quem avisar"
        isLegendHidden
        options={purposeTabs}
        value={purpose}
        onChange={(value = purpose) => void changeParams(() => new URLSearchParams({ [PURPOSE]: value }))}
      />
      <OutreachList key={shop.id + purpose} barbershopId={shop.id} purpose={purpose} />
    </div>
  )
}

function NoBarbershop() {
  return (
    <>
      <h1 className="text-2xl">Avisar clientes</h1>
      <Notice icon="people" title="Você ainda não trabalha em uma barbearia">
        Os clientes de uma barbearia aparecem aqui para quem é da equipe.
      </Notice>
    </>
  )
}
