import { Link } from 'react-router'
import { BRAND } from '../lib/brand.ts'
import { RulerLine } from '../ui/ruler.tsx'
import { paths } from './paths.ts'

export function Logo() {
  return (
    <Link
      to={paths.home()}
      aria-label={`${BRAND}, início`}
      className="grid min-h-11 content-center gap-1 rounded-small"
    >
      <span className="font-display text-xl leading-none font-extrabold tracking-[-0.03em]">{BRAND}</span>
      <RulerLine steps={13} className="w-full animate-draw" />
    </Link>
  )
}
