import { Badge } from '../../../ui/badge.tsx'

export function OpenBadge({ isOpen }: { isOpen: boolean }) {
  return <Badge tone={isOpen ? 'green' : 'neutral'}>{isOpen ? 'Aberto' : 'Fechado'}</Badge>
}
