import type { MetaArgs } from 'react-router'
import { ContractsSection } from '../features/commissions/contracts-section.tsx'
import { PlansSection } from '../features/commissions/plans-section.tsx'
import { SettlementsSection } from '../features/commissions/settlements-section.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { SectionTabs, useTab } from '../ui/section-tabs.tsx'
import { MoneyFrame } from './money-frame.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Comissões' })
}

export default function CommissionsPage() {
  return <MoneyFrame>{(barbershop) => <Sections barbershop={barbershop} />}</MoneyFrame>
}

/** Settlements with barbers, their plans, and their contracts. */
function Sections({ barbershop }: { barbershop: { id: string; name: string } }) {
  const tabs = [
    { value: 'acertos', label: 'Acertos', content: <SettlementsSection barbershopId={barbershop.id} /> },
    { value: 'planos', label: 'Planos', content: <PlansSection barbershopId={barbershop.id} /> },
    { value: 'contratos', label: 'Contratos', content: <ContractsSection barbershop={barbershop} /> },
  ]
  const [tab, setTab] = useTab(tabs)
  return <SectionTabs label="Comissões" tabs={tabs} value={tab} onChange={setTab} />
}
