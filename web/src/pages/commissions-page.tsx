import type { MetaArgs } from 'react-router'
import { PlansSection } from '../features/commissions/plans-section.tsx'
import { SettlementsSection } from '../features/commissions/settlements-section.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { SectionTabs, useTab } from '../ui/section-tabs.tsx'
import { MoneyFrame } from './money-frame.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Comissões' })
}

export default function CommissionsPage() {
  return <MoneyFrame>{({ id }) => <Sections barbershopId={id} />}</MoneyFrame>
}

/** Settlements with barbers, and their plans. */
function Sections({ barbershopId }: { barbershopId: string }) {
  const tabs = [
    { value: 'acertos', label: 'Acertos', content: <SettlementsSection barbershopId={barbershopId} /> },
    { value: 'planos', label: 'Planos', content: <PlansSection barbershopId={barbershopId} /> },
  ]
  const [tab, setTab] = useTab(tabs)
  return <SectionTabs label="Comissões" tabs={tabs} value={tab} onChange={setTab} />
}
