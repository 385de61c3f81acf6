import { StaffSearch, StaffSearchSheet } from '../features/appointments/staff-search/staff-search.tsx'
import { chooseBarbershop } from '../pages/own-parts.tsx'

/** The search of staff goes on in the barbershop of what was found. */
export function StaffSearchField() {
  return <StaffSearch onBarbershop={chooseBarbershop} />
}

export function StaffSearchPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return <StaffSearchSheet isOpen={isOpen} onClose={onClose} onBarbershop={chooseBarbershop} />
}
