import type { MetaArgs } from 'react-router'
import { paths } from '../app/paths.ts'
import { pageMeta } from '../lib/page-meta.ts'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { path: paths.home() })
}

export default function HomePage() {
  return <h1 className="text-3xl md:text-4xl">Encontre as melhores barbearias próximas a você</h1>
}
