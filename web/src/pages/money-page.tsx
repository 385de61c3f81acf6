import type { MetaArgs } from 'react-router'
import { MoneyMonth } from '../features/money/money-report.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { MoneyFrame } from './money-frame.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Financeiro' })
}

export default function MoneyPage() {
  return <MoneyFrame>{(barbershop) => <MoneyMonth barbershop={barbershop} />}</MoneyFrame>
}
